import type { Request, Response } from 'express';
import type { Logger } from '../runtime/logger.ts';
import type { LargeBodies } from './body/large-bodies.ts';
import type { Download, Execute, Operation } from './gateway-client.ts';

/** What an action may use to answer one call. */
export interface Call {
  request: Request;
  /** Only for answers that are not JSON. */
  response: Response;
  /** Runs a GraphQL operation in the caller's name. */
  ask<Data, Variables extends object>(
    wanted: Operation<Data, Variables>,
    variables: Variables,
    deadlineMs?: number,
  ): Promise<Data>;
  download: Download;
  largeBodies: LargeBodies;
  log: Logger;
}

export interface Answer {
  status: number;
  body: object;
}

/** One documented call. Answers, or throws a RestRefusal; null says that it has answered by itself. */
export type Action = (call: Call) => Promise<Answer | null>;

export interface RestFacadeDeps {
  execute: Execute;
  download: Download;
  log: Logger;
}

/** A parameter of the path; the routes name theirs. */
export function pathParameter({ request }: Call, name: string): string {
  const value = request.params[name];
  if (typeof value !== 'string') throw new Error(`The path has no parameter ${name}`);
  return value;
}
