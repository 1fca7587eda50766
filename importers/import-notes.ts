/** What an import has to say about places in the document that it read. */
export interface ImportNote {
  /** In the other service's document: `timeline.tracks[0].clips[2].filter`. */
  path: string;
  /** Continues the path: "has no equal here". */
  message: string;
}

export interface ImportNotes {
  add(path: string, message: string): void;
  /** Remembers which place an object of our template came from. */
  cameFrom<T extends object>(path: string, made: T): T;
  originOf(made: object): string | undefined;
  /** By path: scene after scene, clip after clip. */
  all(): ImportNote[];
}

export function createImportNotes(): ImportNotes {
  const notes = new Map<string, ImportNote>();
  const origins = new WeakMap<object, string>();
  return {
    add: (path, message) => void notes.set(`${path}\n${message}`, { path, message }),
    cameFrom(path, made) {
      origins.set(made, path);
      return made;
    },
    originOf: (made) => origins.get(made),
    all: () => [...notes.values()].toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true })),
  };
}

/** As text for a terminal. */
export function describeNotes(notes: ImportNote[]): string {
  if (notes.length === 0) return 'Everything was carried over.';
  return [
    'Not carried over, or changed:',
    ...notes.map(({ path, message }) => `  ${path || '(document)'}: ${message}`),
  ].join('\n');
}
