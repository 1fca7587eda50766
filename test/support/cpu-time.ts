/**
 * Milliseconds that this process's processors were at work since it was started: unlike time on the clock, no more on a machine
 * that is busy with something else.
 */
export function startCpuTime(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
}
