// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {CancelReason, EscrowTerms, HopRoute} from "../EscrowTypes.sol";

/// @title What a vault asks of its registry
interface IEscrowRegistry {
    /// @notice Whether `signer` signed this EIP-712 struct in the registry's domain (ECDSA first, then ERC-1271).
    function isSignedBy(address signer, bytes32 structHash, bytes calldata signature) external view returns (bool);

    /// @notice Emits `EscrowClaimed` for the calling vault.
    function recordClaim(EscrowTerms calldata terms, address to, bytes32 secret) external;

    /// @notice Emits `EscrowHopDispatched` for the calling vault.
    function recordHop(EscrowTerms calldata terms, bytes32 secret, bytes32 messageId, HopRoute calldata route) external;

    /// @notice Emits `EscrowCancelled` for the calling vault.
    function recordCancel(EscrowTerms calldata terms, uint256 amount, CancelReason reason) external;
}
