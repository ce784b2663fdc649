// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {CancelReason, EscrowTerms} from "./EscrowTypes.sol";

/// @title What the registry takes in batches, tells in events, and refuses by errors
/// @notice Amounts are in base units. The first topic of an event is the vault. A commitment hash names no vault: any account
///         can make a vault of its own with the hash of another.
interface IEscrowRegistry {
    /// @notice A creation of a batch, by an allowance and the creator's signature of `CreateEscrow(…)`.
    struct SignedCreation {
        EscrowTerms terms;
        uint256 deadline;
        bytes creatorSignature;
    }

    /// @notice The fields that a creator signed by EIP-3009, beside creator, vault and amount.
    /// @param signature `TransferWithAuthorization(…)` by the creator: 65 bytes, or what the token hands to the creator's code.
    struct Authorization {
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes signature;
    }

    /// @param gasLimit The most that the claim may use, so that no claim spends the gas of another.
    struct BatchClaim {
        EscrowTerms terms;
        bytes32 secret;
        uint256 gasLimit;
    }

    /// @notice A vault was created and holds its amount. The parameters are its terms.
    event EscrowCreated(
        address indexed vault,
        address indexed creator,
        address indexed recipient,
        address token,
        uint256 amount,
        bytes32 commitmentHash,
        uint256 cancelAfter,
        address hopBridge
    );
    /// @notice A vault paid `to`, and its secret is public.
    event EscrowClaimed(
        address indexed vault, bytes32 indexed commitmentHash, address indexed to, bytes32 secret, uint256 amount
    );
    /// @notice A hop vault gave its amount to its bridge, and its secret is public. `amount` is sent on, without the fee.
    event EscrowHopDispatched(
        address indexed vault,
        bytes32 indexed commitmentHash,
        bytes32 indexed messageId,
        bytes32 secret,
        bytes32 destBlockchainId,
        address hopRecipient,
        uint256 amount,
        uint256 relayerFee
    );
    /// @notice A vault repaid all that it held to its creator, or to the payee that the creator named (`EscrowRedirected`).
    event EscrowCancelled(
        address indexed vault,
        bytes32 indexed commitmentHash,
        address indexed creator,
        uint256 amount,
        CancelReason reason
    );
    event EscrowRedirected(address indexed vault, address indexed to);
    /// @notice A settled vault sent the rest of a token to its creator, or to the payee that the creator named.
    event EscrowSwept(address indexed vault, address indexed token, address indexed to, uint256 amount);

    error AlreadyCreated(address vault);
    error NotCreated(address vault);
    error AlreadySettled();
    error NotSettled();
    /// @notice The vault is paying, by a call that has not ended yet.
    error VaultLocked();
    error Underfunded(uint256 balance, uint256 amount);
    error NothingToPay();
    /// @notice A party is zero, both are the same, or the creator is the registry.
    error InvalidParties();
    error InvalidAmount();
    error InvalidValue();
    error InvalidCommitmentHash();
    error InvalidCancelAfter();
    /// @notice The token has no code, is the native token where an ERC-20 is needed, or the other way round.
    error InvalidToken();
    /// @notice The hop bridge has no code, or the vault is of the native token, which cannot hop.
    error InvalidHopBridge();
    error InvalidHopFee();
    error InvalidPayee();
    error NotCreator();
    error InvalidSignature();
    error SignatureExpired();
    error WrongSecret();
    error ClaimWindowClosed();
    error CancelTooEarly();
    /// @notice The vault bridges on: use `claimHop`, or `claimTo` as its recipient.
    error IsHopVault();
    /// @notice The vault does not bridge on: use `claim`.
    error NotHopVault();
    /// @notice Less gas is left than the route's `dispatchGas` and a payment on this chain need.
    error HopNeedsGas();
}
