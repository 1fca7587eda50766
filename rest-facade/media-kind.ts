/** The document's words for the two kinds of media. The core calls them VIDEO and IMAGE. */
export type MediaKind = 'VIDEO' | 'IMAGE';
export type TemplateType = 'TEMPLATE' | 'IMAGE_TEMPLATE';

export const BASE_PATH = '/api/external/v1';

export const kindOfType: Record<TemplateType, MediaKind> = { TEMPLATE: 'VIDEO', IMAGE_TEMPLATE: 'IMAGE' };

/** First path segment of the calls about templates, by kind (API §4.3, §4.4). */
export const templatesPath: Record<MediaKind, string> = { VIDEO: 'templates', IMAGE: 'image-templates' };

/** First path segment of the calls about bulk jobs, by kind (API §4.5, §4.6). */
export const bulkJobsPath: Record<MediaKind, string> = { VIDEO: 'bulk-jobs', IMAGE: 'image-bulk-jobs' };
