import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  flagSetting,
  InvalidEnvironment,
  keySetting,
  portSetting,
  readEnvironment,
} from '../../runtime/environment.ts';

const key = Buffer.alloc(32, 7);
const schema = z.object({
  PORT: portSetting.default(4000),
  DEMO: flagSetting.default(true),
  KEY: keySetting.optional(),
  URL: z.url(),
});

test('settings are read, converted and defaulted', () => {
  expect(
    readEnvironment(schema, {
      PORT: '8080',
      DEMO: 'no',
      KEY: key.toString('base64'),
      URL: 'http://a',
      OTHER: 'x',
    }),
  ).toEqual({ PORT: 8080, DEMO: false, KEY: key, URL: 'http://a' });
});

test('an empty setting counts as unset', () => {
  expect(readEnvironment(schema, { PORT: '', DEMO: '', KEY: '', URL: 'http://a' })).toEqual({
    PORT: 4000,
    DEMO: true,
    URL: 'http://a',
  });
});

test('all that is wrong is told at once, by name, and never with a key in it', () => {
  const short = Buffer.alloc(31, 7).toString('base64');
  const read = () => readEnvironment(schema, { PORT: '70000', DEMO: 'maybe', KEY: short });
  expect(read).toThrow(InvalidEnvironment);
  expect(read).toThrow(
    [
      'Settings are not usable:',
      '  PORT: Too big: expected number to be <=65535',
      '  DEMO: Invalid option: expected one of "0"|"1"|"true"|"false"|"yes"|"no"',
      '  KEY: must be 32 bytes in base64, for example from: openssl rand -base64 32',
      '  URL: Invalid input: expected string, received undefined',
      'See .env.example.',
    ].join('\n'),
  );
});
