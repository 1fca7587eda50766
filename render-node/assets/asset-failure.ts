import { type FailurePlace, placeText, RenderFailure } from '../../contract/render-failure.ts';
import { assetName } from '../../contract/template/values.ts';

export type AssetFailureCode = 'asset_unreachable' | 'asset_type' | 'asset_too_large';
export type AssetFailureSentence = (
  code: AssetFailureCode,
  problem: string,
  cause?: unknown,
) => RenderFailure;

/** `Layer "photo" (variable "photo_url"): the picture at https://… could not be fetched: 404`, less its end. */
export function assetFailureSentence(
  place: FailurePlace,
  what: string,
  source: string,
): AssetFailureSentence {
  const name = assetName(source);
  const where = name === null ? `at ${shorten(source)}` : `"${name}"`;
  return (code, problem, cause) =>
    new RenderFailure(code, `${placeText(place)}: the ${what} ${where} ${problem}`, { cause });
}

function shorten(url: string): string {
  return url.length <= 300 ? url : `${url.slice(0, 300)}…`;
}
