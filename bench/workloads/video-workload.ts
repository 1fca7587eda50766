/**
 * Workload V: four scenes of 3 s, 30 fps, two of them personal. A photo with a greeting that fades in, a clip with a
 * caption, a photo with a round portrait and two texts, an end card; a tune under all of it.
 */
import { type VideoTemplate, videoTemplateSchema } from '../../contract/template/video-template.ts';
import { person } from './people.ts';
import { mediaSource, type Workload } from './workload.ts';
import { type MediaScale, workloadMedia } from './workload-media.ts';

export interface VideoVariant {
  /** 1: 1280 × 720; 1.5: 1920 × 1080. */
  scale: MediaScale;
  /**
   * What is personal over the moving clip: nothing, its caption for the scene's 3 s, or (`whole`) a caption over a clip that
   * moves all of the 12 s.
   */
  caption: 'static' | 'variable' | 'whole';
}

const CAPTION = 'See what your team can do in a week';

export async function videoWorkload(variant: VideoVariant): Promise<Workload> {
  return {
    template: videoTemplate(variant),
    media: await workloadMedia(variant.scale),
    row(index) {
      const { avatar, ...texts } = person(index);
      return { ...texts, avatar: mediaSource(avatar) };
    },
  };
}

function captionText(company: string): string {
  return `See what ${company} can do in a week`;
}

function videoTemplate({ scale, caption }: VideoVariant): VideoTemplate {
  const scenes = sceneDocuments(caption).map((scene) => ({ ...scene, layers: scene.layers.map(scaled) }));
  return videoTemplateSchema.parse({
    kind: 'video',
    name: `Workload V, ${caption} caption`,
    width: 1280 * scale,
    height: 720 * scale,
    fps: 30,
    scenes,
    soundtrack: { src: mediaSource('music.mp3') },
    thumbnail_time: 1.5,
    estimated_credits: '0',
  });

  /** Pixels of the 720p design; "100%" and seconds stay. */
  function scaled(layer: object): object {
    const lengths = ['x', 'y', 'width', 'height', 'font_size', 'font_size_min', 'font_size_max'];
    return Object.fromEntries(
      Object.entries(layer).map(([key, value]) => [
        key,
        lengths.includes(key) && typeof value === 'number' ? value * scale : value,
      ]),
    );
  }
}

function sceneDocuments(caption: VideoVariant['caption']) {
  const clip = {
    type: 'video',
    src: mediaSource('clip.mp4'),
    volume: 0,
    when_short: 'loop',
  };
  const captionLayer = {
    ...{ type: 'text', x: 140, y: 560, width: 1000, height: 70, font_weight: 700, max_lines: 1 },
    ...{ font_size: 'auto', font_size_min: 20, font_size_max: 44 },
    ...{ color: '#ffffff', align: 'center', valign: 'middle' },
    text: caption === 'static' ? CAPTION : captionText('{{company}}'),
  };
  if (caption === 'whole') return [{ id: 'clip', duration: 12, layers: [clip, captionLayer] }];

  const personText = { type: 'text', x: 390, width: 780, color: '#ffffff', max_lines: 1, valign: 'middle' };
  return [
    {
      id: 'greeting',
      duration: 3,
      layers: [
        { type: 'image', src: mediaSource('opening.jpg') },
        { type: 'image', src: mediaSource('logo.png'), x: 64, y: 48, width: 220, height: 72 },
        {
          ...{ type: 'text', x: 160, y: 320, width: 960, height: 128, text: 'Hi {{first_name}}' },
          ...{ font_size: 96, font_weight: 700, color: '#ffffff', align: 'center', valign: 'middle' },
          ...{ max_lines: 1, overflow: 'shrink', start: 0.3 },
          animations: [{ type: 'fade', at: 'in', duration: 0.6 }],
        },
      ],
    },
    { id: 'clip', duration: 3, layers: [clip, captionLayer] },
    {
      id: 'person',
      duration: 3,
      layers: [
        { type: 'image', src: mediaSource('person.jpg') },
        { type: 'image', variable: 'avatar', x: 120, y: 250, width: 220, height: 220, radius: '50%' },
        {
          ...{ ...personText, y: 262, height: 84, text: '{{company}} × Acme', font_weight: 700 },
          ...{ font_size: 'auto', font_size_min: 20, font_size_max: 60 },
        },
        {
          ...{ ...personText, y: 362, height: 56, text: 'Plan ready for {{first_name}}, {{title}}' },
          ...{ font_size: 'auto', font_size_min: 14, font_size_max: 36 },
        },
      ],
    },
    { id: 'end', duration: 3, layers: [{ type: 'image', src: mediaSource('end-card.jpg') }] },
  ];
}
