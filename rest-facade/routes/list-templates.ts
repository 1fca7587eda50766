import type { z } from 'zod';
import type { Action } from '../action.ts';
import type { imageTemplateList, videoTemplate, videoTemplateList } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import type { MediaKind } from '../media-kind.ts';
import { type Page, paginationBody, readPage } from '../pagination.ts';
import { readTemplateType } from '../template-type.ts';

interface ListedTemplate {
  id: string;
  name: string;
  aspectRatio: string;
  sceneCount: number;
  thumbnailUrl: string;
  creditsPerRow: string | null;
  sampleCsvUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

export const listTemplatesOperation = operation<
  { templates: Page & { items: ListedTemplate[] } },
  { kind: MediaKind; page: number; pageSize: number }
>(`
  query ListTemplates($kind: MediaKind!, $page: Int!, $pageSize: Int!) {
    templates(kind: $kind, page: $page, pageSize: $pageSize) {
      items {
        id name aspectRatio sceneCount thumbnailUrl creditsPerRow sampleCsvUrl createdAt updatedAt
      }
      page pageSize totalCount totalPages
    }
  }
`);

/** API §4.1 */
export const listTemplates: Action = async ({ request, ask }) => {
  const kind = readTemplateType(request.query.type);
  const { templates } = await ask(listTemplatesOperation, { kind, ...readPage(request.query, 30) });
  return {
    status: 200,
    body: kind === 'VIDEO' ? videoListBody(templates) : imageListBody(templates),
  };
};

function videoListBody(list: Page & { items: ListedTemplate[] }): z.output<typeof videoTemplateList> {
  return { templates: list.items.map(videoTemplateBody), pagination: paginationBody(list) };
}

function imageListBody(list: Page & { items: ListedTemplate[] }): z.output<typeof imageTemplateList> {
  return {
    templates: list.items.map((template) => {
      const { scene_count, estimated_credits, ...body } = videoTemplateBody(template);
      return body;
    }),
    pagination: paginationBody(list),
    type: 'IMAGE_TEMPLATE',
  };
}

/** API §2.1 */
function videoTemplateBody(template: ListedTemplate): z.output<typeof videoTemplate> {
  return {
    template_id: template.id,
    name: template.name,
    aspect_ratio: template.aspectRatio,
    scene_count: template.sceneCount,
    thumbnail_url: template.thumbnailUrl,
    estimated_credits: template.creditsPerRow,
    sample_csv_url: template.sampleCsvUrl,
    created: template.createdAt,
    modified: template.updatedAt,
  };
}
