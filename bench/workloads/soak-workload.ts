/**
 * The films of the soak: 3 s of 640 × 360 with all that a row of V has, small enough for thousands of them in minutes. A
 * clip with a personal caption over it, then a photo with a round portrait and a name that fades in; a tune under both.
 */
import { type VideoTemplate, videoTemplateSchema } from '../../contract/template/video-template.ts';
import { person } from './people.ts';
import { mediaSource, type Workload } from './workload.ts';
import { workloadMedia } from './workload-media.ts';

export async function soakVideoWorkload(): Promise<Workload> {
  return {
    template: template(),
    media: await workloadMedia(1),
    row(index) {
      const { first_name, company, avatar } = person(index);
      return { first_name, company, avatar: mediaSource(avatar) };
    },
  };
}

function template(): VideoTemplate {
  const text = {
    ...{ type: 'text', color: '#ffffff', font_weight: 700, valign: 'middle', max_lines: 1 },
    ...{ font_size: 'auto', font_size_min: 12, font_size_max: 32 },
  };
  return videoTemplateSchema.parse({
    kind: 'video',
    name: 'Soak',
    width: 640,
    height: 360,
    fps: 30,
    scenes: [
      {
        id: 'clip',
        duration: 1,
        layers: [
          { type: 'video', src: mediaSource('clip.mp4'), volume: 0 },
          {
            ...text,
            x: 40,
            y: 280,
            width: 560,
            height: 50,
            align: 'center',
            text: 'See what {{company}} can do',
          },
        ],
      },
      {
        id: 'person',
        duration: 2,
        layers: [
          { type: 'image', src: mediaSource('person.jpg') },
          { type: 'image', variable: 'avatar', x: 60, y: 125, width: 110, height: 110, radius: '50%' },
          {
            ...{ ...text, x: 200, y: 150, width: 400, height: 60, text: 'Hi {{first_name}}' },
            animations: [{ type: 'fade', at: 'in', duration: 0.3 }],
          },
        ],
      },
    ],
    soundtrack: { src: mediaSource('music.mp3'), fade_out: 0.5 },
    thumbnail_time: 2.5,
    estimated_credits: '0',
  });
}
