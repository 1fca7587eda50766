/**
 * Imported first: what a process holds that only hands on is small and old, what it reads is soon gone. V8 need not make ever
 * more room for what is young (measured: 16 MB).
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
