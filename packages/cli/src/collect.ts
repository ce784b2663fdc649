export const collect = (one: string, before: string[] = []): string[] => [...before, one]
