/** Collects the values of an option that may be repeated. */
export const collect = (one: string, before: string[] = []): string[] => [...before, one]
