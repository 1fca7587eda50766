/** The rows of both workloads: invented people, no two alike in any column, the same on every run. */
import { seededRandom } from '../../examples/make-media/seeded-random.ts';
import { AVATARS, avatarName } from './workload-media.ts';

export interface Person {
  id: string;
  first_name: string;
  company: string;
  title: string;
  /** A file of the workload's media. */
  avatar: string;
}

const SYLLABLES = 'a be cho da el fa gri ha i jo ka lu ma ne o pra qui ro sa ti u ve wi xe yo zé łu ñi'.split(
  ' ',
);
const TRADES =
  'Logistics,Pharma,Foods,Partners,Labs,Energy,Media,Holdings International,Works,Bank,& Sons'.split(',');
const RANKS = 'Head of,Chief,Senior Manager of,VP,Lead,Director of,Deputy Head of'.split(',');
const FIELDS = 'Sales,Design,Customer Success,Information Security,Recruiting,Engineering,Supply'.split(',');

/** @param index from 0; every one is somebody else */
export function person(index: number): Person {
  const random = seededRandom(index + 1);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  return {
    id: String(index).padStart(5, '0'),
    first_name: `${capital(spelled(index))}${pick(SYLLABLES)}`,
    company: `${capital(pick(SYLLABLES))}${spelled(index * 7 + 3)} ${pick(TRADES)}`,
    title: `${pick(RANKS)} ${pick(FIELDS)} ${index + 1}`,
    avatar: avatarName(index % AVATARS),
  };
}

/** A number as syllables: other numbers sound different. */
function spelled(value: number): string {
  const rest = Math.floor(value / SYLLABLES.length);
  return (rest > 0 ? spelled(rest) : '') + SYLLABLES[value % SYLLABLES.length];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
