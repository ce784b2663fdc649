// Solhint with its security rules, beside forge's own linter (`[lint]` in foundry.toml). A rule that is off says why.
module.exports = {
  rules: {
    'avoid-call-value': 'error',
    'avoid-low-level-calls': 'error',
    'avoid-sha3': 'error',
    'avoid-suicide': 'error',
    'avoid-throw': 'error',
    'avoid-tx-origin': 'error',
    // This rule takes `ITokenTransferrer.send`, which answers nothing, for the payment of that
    // name.
    'check-send-result': 'off',
    'compiler-version': ['error', '0.8.28'],
    'func-visibility': ['error', { ignoreConstructors: true }],
    'multiple-sends': 'error',
    'no-complex-fallback': 'error',
    // Two empty blocks are meant: a failed permit leaves the decision to the allowance, and a
    // failed creation does not stop a batch.
    'no-empty-blocks': 'off',
    'no-immutable-before-declaration': 'error',
    // Assembly is needed for calls whose answer must not be copied, for the code of vaults, and for
    // CREATE2. Each block says what it does.
    'no-inline-assembly': 'off',
    'no-unchecked-calls': 'error',
    'no-unused-vars': 'error',
    'not-rely-on-block-hash': 'error',
    // Deadlines are what the contracts are about. Their margins are hours (docs/escrow.md), and a
    // validator can shift the time by seconds.
    'not-rely-on-time': 'off',
    reentrancy: 'error',
    'state-visibility': 'error',
  },
}
