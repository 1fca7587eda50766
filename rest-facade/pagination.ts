import type { Request } from 'express';
import type { z } from 'zod';
import type { pagination } from './bodies.ts';
import { pageInvalid } from './refusals.ts';

/** API §8 */
export const MAX_PAGE_SIZE = 100;
/** The largest GraphQL Int. */
export const MAX_PAGE = 2 ** 31 - 1;

/**
 * `page` and `page_size` of a list. A larger page_size than 100 means 100.
 * @throws {RestRefusal} 400 naming the parameter, when one is not a whole number from 1 on or given twice.
 */
export function readPage(
  query: Request['query'],
  defaultPageSize: number,
): { page: number; pageSize: number } {
  const page = wholeNumber(query.page, 1);
  const pageSize = wholeNumber(query.page_size, defaultPageSize);
  if (page === null || page > MAX_PAGE) throw pageInvalid('page', MAX_PAGE);
  if (pageSize === null) throw pageInvalid('page_size', MAX_PAGE_SIZE);
  return { page, pageSize: Math.min(pageSize, MAX_PAGE_SIZE) };
}

export interface Page {
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** API §2.9 */
export function paginationBody({
  page,
  pageSize,
  totalCount,
  totalPages,
}: Page): z.output<typeof pagination> {
  return { page, page_size: pageSize, total: totalCount, total_pages: totalPages };
}

function wholeNumber(given: unknown, otherwise: number): number | null {
  if (given === undefined) return otherwise;
  if (typeof given !== 'string' || !/^\d+$/.test(given)) return null;
  const number = Number(given);
  return number >= 1 ? number : null;
}
