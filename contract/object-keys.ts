/** Where things lie in the object store. Keys are made of ids alone: no customer text ever becomes a path. */
export const templateVersionKey = (templateVersionId: string) =>
  `templates/${templateVersionId}/version.json`;
export const templatePreviewKey = (templateVersionId: string) => `templates/${templateVersionId}/preview.jpg`;
export const assetKey = (workspaceId: string, sha256: string) => `assets/${workspaceId}/${sha256}`;

/** Holds all outputs of a row, of every attempt. */
export const outputFolder = (rowId: string) => `outputs/${rowId.slice(-2)}/${rowId}`;

/** The last two characters of the id spread rows over 256 folders; ids of one batch share their beginning. */
export const outputKey = (rowId: string, attempt: number, extension: string) =>
  `${outputFolder(rowId)}/${attempt}/output.${extension}`;
export const outputThumbnailKey = (rowId: string, attempt: number) =>
  `${outputFolder(rowId)}/${attempt}/thumbnail.jpg`;
