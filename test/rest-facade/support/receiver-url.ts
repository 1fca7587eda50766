/** Accepted as a webhook's target without looking up a name. Nothing is ever sent there. */
export const receiverUrl = 'https://93.184.215.14/hooks?a=1';
