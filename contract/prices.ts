/** What the contract prices in one figure (API §8), as a decimal string: an image row costs this for each variable. */
export const IMAGE_CREDITS_PER_VARIABLE = '0.00181';
