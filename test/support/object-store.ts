import { createDiskStore, type ObjectStore } from '../../runtime/object-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestObjectStore {
  store: ObjectStore;
  folder: string;
  remove(): void;
}

export function createTestObjectStore(): TestObjectStore {
  const { path, remove } = temporaryFolder('objects');
  return { store: createDiskStore(path), folder: path, remove };
}
