import type { Template } from '../../contract/template/template.ts';

/** One template and its rows, as a customer would submit them. */
export interface Workload {
  /** Names the folder of its media among a workspace's assets: `asset:bench/logo.png`. */
  template: Template;
  /** Absolute path of the folder with its media. */
  media: string;
  /** @param index from 0; rows differ in every column */
  row(index: number): Record<string, string>;
}

/** What `template:import` calls the files beside a template in a folder `bench`. */
export const MEDIA_PREFIX = 'bench/';
export const mediaSource = (file: string) => `asset:${MEDIA_PREFIX}${file}`;
