// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @notice The whole of an escrow. Every field is part of the vault's address, so none can change.
/// @param token The ERC-20 token, or `NATIVE_TOKEN` for the chain's own.
/// @param creator Who funds the vault, and is repaid when it is cancelled.
/// @param recipient Who is paid when the vault is claimed.
/// @param hopBridge The bridge through which a claim goes on to another chain, or zero for a plain vault.
/// @param amount What the recipient is paid, in base units.
/// @param cancelAfter Unix seconds. Before it the vault can be claimed, from it on cancelled.
/// @param commitmentHash SHA-256 of the 32-byte secret.
struct EscrowTerms {
    address token;
    address creator;
    address recipient;
    address hopBridge;
    uint128 amount;
    uint40 cancelAfter;
    bytes32 commitmentHash;
}

/// @notice Where a hop goes, as its recipient signed it.
/// @param destBlockchainId The destination's blockchain id (not its EVM chain id).
/// @param feeToken The token of the fee: the escrow's own.
/// @param relayerFee The bridge relayer's fee, in base units, taken out of the amount.
/// @param dispatchGas The gas that the bridge is given: exactly so much, whatever the sender sends.
/// @param deadline Unix seconds up to which the signature holds.
struct HopRoute {
    bytes32 destBlockchainId;
    address hopRecipient;
    address feeToken;
    uint256 relayerFee;
    uint256 dispatchGas;
    uint256 deadline;
}

enum VaultState {
    Open,
    Claimed,
    Cancelled
}

enum CancelReason {
    Expired,
    Consent,
    PrefundRecovered
}

address constant NATIVE_TOKEN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
