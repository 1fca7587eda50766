import { dim, green, yellow } from './colours.ts';

/** The terminal: everything the supervisor says goes through here, so that lines and live progress do not mix. */
export interface Screen {
  line(text?: string): void;
  /** Something is up or done: `✓ Database      PostgreSQL 18`. */
  done(title: string, detail: string): void;
  /** Something to know, which does not stop the work. */
  warn(sentence: string): void;
  /** While set, lines are handed to it: live progress keeps the last lines of the terminal for itself. */
  divertTo(writer: ((text: string) => void) | null): void;
}

export function createScreen(output: NodeJS.WriteStream = process.stdout): Screen {
  let diverted: ((text: string) => void) | null = null;
  const line = (text = '') => (diverted ? diverted(`${text}\n`) : void output.write(`${text}\n`));
  return {
    line,
    done: (title, detail) => line(`  ${green('✓')} ${title.padEnd(14)} ${dim(detail)}`),
    warn: (sentence) => line(`  ${yellow('!')} ${sentence}`),
    divertTo: (writer) => {
      diverted = writer;
    },
  };
}
