export const STATIC_CAPTION = 'See what your team can do in a week';
export const captionText = (company) => `See what ${company} can do in a week`;
