/** The database has taken the question and says nothing: its machine hangs, or the network swallows what is sent. */
export class DatabaseSilent extends Error {
  constructor() {
    super(`The database did not answer within ${PATIENCE_MS / 1_000} seconds`);
    this.name = 'DatabaseSilent';
  }
}

/** These questions take milliseconds. A customer who waits for 503 should not wait for as long as a long statement may take. */
const PATIENCE_MS = 4_000;

/** What was asked of the database in the first step of a request. @throws {DatabaseSilent} after 4 seconds */
export async function answeredInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseSilent()), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
