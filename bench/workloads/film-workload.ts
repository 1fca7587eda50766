/** The example `film` as a workload: 60 s of 1920 × 1080 with a name over the first seconds and a personal end card. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videoTemplateSchema } from '../../contract/template/video-template.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { person } from './people.ts';
import { mediaSource, type Workload } from './workload.ts';

const FOLDER = join(repositoryRoot, 'examples', 'film');

export async function filmWorkload(): Promise<Workload> {
  const document = await readFile(join(FOLDER, 'template.json'), 'utf8');
  return {
    template: videoTemplateSchema.parse(JSON.parse(document.replaceAll('asset:film/', mediaSource('')))),
    media: join(FOLDER, 'media'),
    row(index) {
      const { first_name, company, title } = person(index);
      return {
        name: `${first_name} of ${company}`,
        role: title,
        invitation: `${company} is invited to taste this year's harvest with us.`,
        host_photo: mediaSource('ada.jpg'),
        host: 'Ada Lind, your host at the roastery',
      };
    },
  };
}
