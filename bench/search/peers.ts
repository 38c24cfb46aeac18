/** JavaScript search libraries that run in the same process as their user, as an engine sees them. */
import { create, insert, search } from '@orama/orama';
import { Index } from 'flexsearch';
import MiniSearch from 'minisearch';

export interface PeerIndex {
  add(id: number, title: string, body: string): void;
  /** Documents that have the word: shows that it did index. */
  find(word: string): number | Promise<number>;
}

/** Each as its documentation begins with: all words of both fields, nothing stored beside. */
export const peers: Readonly<Record<string, () => PeerIndex>> = {
  minisearch: () => {
    const index = new MiniSearch({ fields: ['title', 'body'] });
    return {
      add: (id, title, body) => index.add({ id, title, body }),
      find: (word) => index.search(word).length,
    };
  },
  flexsearch: () => {
    const index = new Index({ tokenize: 'strict' });
    return {
      add: (id, title, body) => index.add(id, `${title} ${body}`),
      find: (word) => index.search(word, { limit: 1000 }).length,
    };
  },
  orama: () => {
    const index = create({ schema: { title: 'string', body: 'string' } as const });
    return {
      add: (id, title, body) => void insert(index, { id: String(id), title, body }),
      find: async (term) => (await search(index, { term })).count,
    };
  },
};
