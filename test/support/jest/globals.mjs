/**
 * The names that tests import from `@jest/globals`. The package of that name works in jest's own module system only. Every test
 * file has functions of its own, which runtime.cjs sets before it loads the file.
 */
export let afterAll
export let afterEach
export let beforeAll
export let beforeEach
export let describe
export let expect
export let it
export let jest
export let test

export function setGlobals(globals) {
  ;({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals)
}
