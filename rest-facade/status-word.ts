/** The document writes states in lower case (API §3). */
export function statusWord<State extends string>(state: State): Lowercase<State> {
  return state.toLowerCase() as Lowercase<State>;
}
