/** A mutant that behaves like the contract itself, so that no test can kill it. */
export interface Equivalent {
  contract: string
  what: string
  why: string
}

const all = (contract: string, why: string, whats: readonly string[]): Equivalent[] =>
  whats.map((what) => ({ contract, what, why }))

export const equivalentMutants: readonly Equivalent[] = [
  ...all(
    'EscrowRegistry',
    'A refusal undoes the whole call, so that what came before it never was; the lock of a vault is one of the call.',
    [
      '++vaultCount; before if (vault.code.length != 0) revert AlreadyCreated(vault);',
      'vault.setLock(true); before if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();',
      '_payClaim(terms, vault, to, secret, Rules.payout(balance, terms.amount)); before if (balance == 0) revert NothingToPay();',
      'if (vault.stateOf() == VaultState.Open) revert NotSettled(); before if (vault.isLocked()) revert VaultLocked();',
    ],
  ),
  ...all('EscrowRegistry', 'A balance is asked for by a static call: it changes no state, and no state changes it.', [
    'uint256 balance = _balanceOf(terms.token, vault); before _settleClaim(terms, vault, secret);',
    'uint256 amount = _balanceOf(token, vault); before if (vault.stateOf() == VaultState.Open) revert NotSettled();',
    'amount = _balanceOf(terms.token, vault); before vault.settle(VaultState.Cancelled);',
  ]),
  ...all('EscrowRegistry', 'The two do not read each other.', [
    'Authorization calldata given = authorization; before vault = _createForPull(terms);',
    'TokenPermissions memory permitted = TokenPermissions({token: terms.token, amount: terms.amount}); before vault = _createForPull(terms);',
    'bytes memory code = VaultCode.initCode(SELF, this.vaultCount.selector); before ++vaultCount;',
    'bytes4 selector = this.vaultPay.selector; before vault.setLock(true);',
  ]),
  ...all('EscrowRegistry', 'The rule takes both alike.', [
    'balance and terms.amount swapped: _payClaim(terms, vault, to, secret, Rules.payout(balance, terms.amount));',
    'route.feeToken and terms.token swapped: if (!Rules.isFee(route.feeToken, terms.token, route.relayerFee, terms.amount)) revert InvalidHopFee();',
  ]),
  ...all(
    'EscrowRegistry',
    'The consent holds of a call by the party itself: the condition saves the hash of the struct.',
    ['msg.sender as address(this): if (msg.sender != terms.creator) {'],
  ),
  ...all('EscrowRegistry', 'It is a reserve with room: a unit of gas more or less decides nothing.', [
    '100_000 as one more: uint256 private constant HUB_PAYMENT_GAS = 100_000;',
    '< as <=: if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();',
  ]),
  ...all('EscrowRegistry', 'It asks for a sixty-third more than is needed, which the reserve would cover as well.', [
    '64 as one more: if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();',
  ]),
  ...all('EscrowVault', 'An allowance changes no balance.', [
    'IERC20(token).forceApprove(hopBridge, amount); before uint256 balance = IERC20(token).balanceOf(address(this));',
  ]),
  ...all('HopBridge', 'The two do not read each other.', [
    'DELAY = delay; before TELEPORTER_REGISTRY = teleporterRegistry;',
    'emit RouteClosed(token, destBlockchainId); before route.isClosed = true;',
    'messageId = messenger().getNextMessageID(hop.destBlockchainId); before IERC20(token).forceApprove(route.transferrer, amount);',
    'uint256 balance = IERC20(token).balanceOf(address(this)); before Route memory route = _routes[token][hop.destBlockchainId];',
    'IERC20(token).forceApprove(route.transferrer, amount); before IERC20(token).safeTransferFrom(msg.sender, address(this), amount);',
  ]),
  ...all('Rules', 'Where both are the same, it does not matter which is taken.', [
    '< as <=: return balance < amount ? balance : amount;',
  ]),
  ...all('Signatures', '`bytes32(…)` takes the first 32 bytes of more.', [
    '32 as one more: ? ECDSA.tryRecover(digest, bytes32(signature[:32]), bytes32(signature[32:]))',
  ]),
  ...all(
    'Signatures',
    'Code of one byte, or none, answers nothing, and the checker wants 32 bytes: the look at the code saves its call.',
    [
      '> as >=: return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);',
      '0 as one more: return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);',
    ],
  ),
  ...all('VaultCode', 'The sixth byte would stand behind the word that is read.', [
    '5 as one more: extcodecopy(vault, 27, 44, 5)',
  ]),
  ...all('VaultStates', 'A refusal undoes the whole call, so that what came before it never was.', [
    'word.value = Rules.settled(states, unit, uint256(state)); before if (Rules.stateIn(states, unit) != uint256(VaultState.Open)) revert IEscrowRegistry.AlreadySettled();',
  ]),
  ...all('VaultLens', 'The two do not read each other.', [
    'hasRegistry = address(registry).code.length != 0; before vaults = new Look[](count);',
  ]),
  ...all(
    'PayoutLens',
    'It is a reserve with room: the payout has its gas either way, and the lens is never deployed.',
    [
      '40_000 as one more: uint256 private constant BESIDE_PAYOUT = 40_000;',
      '65 as one more: if (gasleft() < (payoutGas + BESIDE_PAYOUT) * 65 / 63) break;',
      '63 as one more: if (gasleft() < (payoutGas + BESIDE_PAYOUT) * 65 / 63) break;',
      '< as <=: if (gasleft() < (payoutGas + BESIDE_PAYOUT) * 65 / 63) break;',
    ],
  ),
  ...all('PayoutLens', 'The two do not read each other.', [
    'if (payouts[i].vault.code.length == 0) continue; before if (gasleft() < (payoutGas + BESIDE_PAYOUT) * 65 / 63) break;',
    'uint256 value = isNative ? payout.amount : 0; before address target = isNative ? payout.to : payout.token;',
    'bytes memory data = isNative ? bytes("") : abi.encodeCall(IERC20.transfer, (payout.to, payout.amount)); before uint256 value = isNative ? payout.amount : 0;',
  ]),
]
