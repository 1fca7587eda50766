import { GraphQLError } from 'graphql';
import { MAX_PAGE_SIZE } from './builder.ts';

/** Numbered pages, for lists that people and the REST contract page through. */
export interface Page<T> {
  items: T[];
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** @throws {GraphQLError} BAD_USER_INPUT for a page or size below 1; a size above the cap is lowered to it */
export async function readPage<T>(
  input: { page: number; pageSize: number },
  count: () => Promise<number>,
  find: (range: { skip: number; take: number }) => Promise<T[]>,
): Promise<Page<T>> {
  for (const name of ['page', 'pageSize'] as const)
    if (input[name] < 1)
      throw new GraphQLError(`${name} must be 1 or more`, { extensions: { code: 'BAD_USER_INPUT' } });
  const pageSize = Math.min(input.pageSize, MAX_PAGE_SIZE);
  const skip = Math.min((input.page - 1) * pageSize, 2 ** 31 - 1);
  const [totalCount, items] = await Promise.all([count(), find({ skip, take: pageSize })]);
  return { items, page: input.page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) };
}
