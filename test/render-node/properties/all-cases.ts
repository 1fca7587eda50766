/** The cases of all properties, by the door they go through. */
import { captionCases } from './cases/caption-cases.ts';
import { clipCases } from './cases/clip-cases.ts';
import { barcodeCases, qrCases, ratingCases } from './cases/code-cases.ts';
import { commonCases } from './cases/common-cases.ts';
import { groupCases } from './cases/group-cases.ts';
import { imageCases } from './cases/image-cases.ts';
import { SAMPLES, type Sample } from './cases/layer-samples.ts';
import { lookCases } from './cases/look-cases.ts';
import { sceneCases, soundtrackCases } from './cases/scene-cases.ts';
import { shapeCases } from './cases/shape-cases.ts';
import { imageTemplateCases, templateCases, videoTemplateCases } from './cases/template-cases.ts';
import { textCases } from './cases/text-cases.ts';
import { easingCases, timedCases } from './cases/timed-cases.ts';
import { type Cases, joinCases } from './prove.ts';

/** Layers as pictures show them. */
export function stillCases(): Cases {
  const { video: _, caption: _caption, ...still } = SAMPLES;
  return joinCases(
    ...Object.values(still).flatMap((sample) => [commonCases(sample), lookCases(sample)]),
    textCases(),
    imageCases(),
    shapeCases(),
    qrCases(),
    barcodeCases(),
    ratingCases(),
    groupCases(),
    templateCases(),
    imageTemplateCases(),
  );
}

/** The same layers in videos, and in time. */
export function timedStillCases(): Cases {
  const { video: _, caption: _caption, ...still } = SAMPLES;
  const inVideos = Object.values(still).map((sample): Sample => ({ ...sample, kind: 'video' }));
  return joinCases(
    ...inVideos.flatMap((sample) => [commonCases(sample), lookCases(sample), timedCases(sample)]),
    easingCases(),
  );
}

/** Clips, which only videos have. */
export function movingClipCases(): Cases {
  const { video } = SAMPLES;
  return joinCases(commonCases(video), lookCases(video), timedCases(video), clipCases());
}

/** So are captions. */
export function movingCaptionCases(): Cases {
  const { caption } = SAMPLES;
  return joinCases(commonCases(caption), lookCases(caption), timedCases(caption), captionCases());
}

/** Scenes and what sounds in them. */
export function filmCases(): Cases {
  return joinCases(sceneCases(), soundtrackCases());
}

/** Finished files. */
export function fileCases(): Cases {
  return videoTemplateCases();
}

export function allCases(): Cases {
  return joinCases(
    ...[stillCases(), timedStillCases(), movingClipCases(), movingCaptionCases(), filmCases(), fileCases()],
  );
}
