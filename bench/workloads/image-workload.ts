/**
 * Workload I: a card of 1200 × 630 with eight layers: photo, gradient, logo, three personal texts that fit their boxes, a
 * round portrait with a ring, a QR code.
 */
import { type ImageTemplate, imageTemplateSchema } from '../../contract/template/image-template.ts';
import { person } from './people.ts';
import { mediaSource, type Workload } from './workload.ts';
import { workloadMedia } from './workload-media.ts';

export type ImageFormat = 'jpg' | 'png';

export async function imageWorkload(format: ImageFormat): Promise<Workload> {
  return {
    template: imageTemplate(format),
    media: await workloadMedia(1),
    row(index) {
      const { avatar, ...texts } = person(index);
      return { ...texts, avatar: mediaSource(avatar) };
    },
  };
}

function imageTemplate(format: ImageFormat): ImageTemplate {
  const text = { type: 'text', x: 64, font_size: 'auto' };
  return imageTemplateSchema.parse({
    kind: 'image',
    name: `Workload I, ${format}`,
    width: 1200,
    height: 630,
    background: '#000000',
    layers: [
      { type: 'image', src: mediaSource('photo.jpg') },
      {
        type: 'shape',
        fill: {
          type: 'linear',
          angle: 0,
          stops: [
            { offset: 0, color: 'rgba(0,0,0,0.78)' },
            { offset: 1, color: 'rgba(0,0,0,0.12)' },
          ],
        },
      },
      { type: 'image', src: mediaSource('logo.png'), x: 64, y: 48, width: 176, height: 58 },
      {
        ...{ ...text, y: 150, width: 680, height: 220, font_size_min: 28, font_size_max: 64 },
        ...{ font_weight: 700, line_height: 1.12, color: '#ffffff' },
        text: '{{first_name}}, {{company}} is growing faster than 92% of its peers',
      },
      {
        ...{ ...text, y: 390, width: 680, height: 110, font_size_min: 16, font_size_max: 28 },
        ...{ line_height: 1.35, color: '#ffffff' },
        text: 'We put together a short plan for your role as {{title}}. It takes three minutes to read and a week to try.',
      },
      {
        ...{ ...text, y: 552, width: 760, height: 40, font_size_min: 14, font_size_max: 24 },
        ...{ font_weight: 700, max_lines: 1, color: '#ffb020' },
        text: '{{company}} · {{title}}',
      },
      {
        ...{ type: 'image', variable: 'avatar', x: 844, y: 94, width: 272, height: 272, radius: '50%' },
        border: { color: '#ffffff', width: 6 },
      },
      {
        ...{ type: 'qr', data: 'https://acme.ex/{{id}}', x: 900, y: 420, width: 160, height: 160 },
        ...{ ecc: 'L', quiet: 2, color: '#101010' },
      },
    ],
    output: { format, quality: 80 },
  });
}
