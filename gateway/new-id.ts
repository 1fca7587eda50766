import { v7, validate } from 'uuid';

/** UUIDv7: later ids sort after earlier ones, so indexes grow at their end (RFC 9562). */
export const newId = (): string => v7();

/** A text that is no UUID names nothing; asking PostgreSQL about it would be an error. */
export const isId = (text: string): boolean => validate(text);
