// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowBase} from "./EscrowBase.sol";
import {CancelReason, EscrowTerms, HopRoute, VaultState} from "./EscrowTypes.sol";
import {EscrowVault} from "./EscrowVault.sol";
import {Payment} from "./Payment.sol";
import {Rules} from "./Rules.sol";

/// @title Claims, cancellations and hops
/// @notice A vault pays once: to its recipient, against the secret, before `cancelAfter`; or back to its creator, from
///         `cancelAfter` on, or earlier with the recipient's consent. No account can stop it.
abstract contract EscrowSettlement is EscrowBase {
    bytes32 internal constant CLAIM_TO_TYPEHASH = keccak256("ClaimTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CANCEL_TO_TYPEHASH = keccak256("CancelTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CONSENT_CANCEL_TYPEHASH = keccak256("ConsentCancel(address vault,uint256 deadline)");
    bytes32 internal constant SWEEP_TO_TYPEHASH =
        keccak256("SweepTo(address vault,address token,address to,uint256 deadline)");
    bytes32 internal constant HOP_CLAIM_TYPEHASH = keccak256(
        "HopClaim(address vault,bytes32 commitmentHash,address hopBridge,bytes32 destBlockchainId,address hopRecipient,address feeToken,uint256 relayerFee,uint256 dispatchGas,uint256 deadline)"
    );

    /// @dev Kept back from a dispatch, so that the recipient can be paid on this chain when it fails.
    uint256 private constant HUB_PAYMENT_GAS = 100_000;

    /// @notice One claim of a batch.
    /// @param terms The escrow.
    /// @param secret Its secret.
    /// @param gasLimit What the claim may use at the most, so that one cannot spend the others' gas.
    struct BatchClaim {
        EscrowTerms terms;
        bytes32 secret;
        uint256 gasLimit;
    }

    /// @notice A vault paid `to`, and its secret is public.
    /// @param vault The vault.
    /// @param commitmentHash SHA-256 of its secret.
    /// @param to Who was paid.
    /// @param secret The secret.
    /// @param amount In base units.
    event EscrowClaimed(
        address indexed vault, bytes32 indexed commitmentHash, address indexed to, bytes32 secret, uint256 amount
    );
    /// @notice A hop vault gave its amount to its bridge, and its secret is public.
    /// @param vault The vault.
    /// @param commitmentHash SHA-256 of its secret.
    /// @param messageId The message that carries the amount on.
    /// @param secret The secret.
    /// @param destBlockchainId Where it goes.
    /// @param hopRecipient Who is paid there.
    /// @param amount What is sent on, in base units, without the fee.
    /// @param relayerFee The fee of the bridge's relayer.
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
    /// @notice Tokens that a settled vault still held were sent on.
    /// @param vault The vault.
    /// @param token The token, or `NATIVE_TOKEN`.
    /// @param to Who was paid: the creator, or whom the creator named.
    /// @param amount In base units.
    event EscrowSwept(address indexed vault, address indexed token, address indexed to, uint256 amount);

    /// @notice `cancelAfter` has passed: the vault can no longer be claimed.
    error ClaimWindowClosed();
    /// @notice `cancelAfter` has not passed: the vault cannot be cancelled yet.
    error CancelTooEarly();
    /// @notice SHA-256 of the secret is not the commitment hash.
    error WrongSecret();
    /// @notice The vault bridges on: use `claimHop`, or `claimTo` as its recipient.
    error IsHopVault();
    /// @notice The vault does not bridge on: use `claim`.
    error NotHopVault();
    /// @notice The fee must be in the escrow's token and below the amount.
    error InvalidHopFee();
    /// @notice A vault can be swept only after it has settled.
    error NotSettled();
    /// @notice The vault is being settled or swept by a call that has not ended yet.
    error VaultLocked();
    /// @notice Less gas is left than the route's `dispatchGas` and a payment on this chain need.
    error HopNeedsGas();
    /// @notice The vault holds nothing.
    error NothingToPay();

    /// @notice Pays the recipient against the secret. Anyone may call it.
    /// @param given The escrow.
    /// @param secret The 32 bytes whose SHA-256 is the commitment hash. They are public from the moment of the call.
    function claim(EscrowTerms calldata given, bytes32 secret) external onlyRegistry {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        if (terms.hopBridge != address(0)) revert IsHopVault();
        _settleClaim(terms, vault, secret);
        _payClaim(terms, vault, terms.recipient, secret, terms.amount);
        _unlock(vault);
    }

    /// @notice Claims several plain vaults. One that cannot be claimed does not stop the others.
    /// @param claims The claims.
    /// @return claimed Which of them were paid by this call.
    function claimBatch(BatchClaim[] calldata claims) external onlyRegistry returns (bool[] memory claimed) {
        claimed = new bool[](claims.length);
        for (uint256 i = 0; i < claims.length; ++i) {
            BatchClaim calldata one = claims[i];
            try this.claim{gas: one.gasLimit}(one.terms, one.secret) {
                claimed[i] = true;
            } catch {
                continue;
            }
        }
    }

    /// @notice Pays another address than the recipient's, by the recipient's call or signature. It also serves a hop
    ///         vault whose bridge cannot be used: the funds then stay on this chain. A vault that has come to hold less
    ///         than its amount (its token rebased, or took a fee) pays what it holds.
    /// @param given The escrow.
    /// @param secret The secret.
    /// @param to Who is paid.
    /// @param deadline Unix seconds up to which the signature holds; of no meaning when the recipient calls.
    /// @param signature `ClaimTo(vault,to,deadline)` by the recipient; empty when the recipient calls.
    function claimTo(
        EscrowTerms calldata given,
        bytes32 secret,
        address to,
        uint256 deadline,
        bytes calldata signature
    ) external onlyRegistry {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        _requirePayee(vault, to);
        bytes32 structHash = keccak256(abi.encode(CLAIM_TO_TYPEHASH, vault, to, deadline));
        _requireConsent(terms.recipient, structHash, deadline, signature);
        _settleClaim(terms, vault, secret);
        _payClaim(terms, vault, to, secret, _payable(terms, vault));
        _unlock(vault);
    }

    /// @notice Bridges the amount on to the recipient of the route. Anyone may call it with the recipient's signature.
    ///         When the bridge fails, in whatever way, the recipient is paid the amount on this chain instead: the call has
    ///         published the secret, and a recipient who is not there to act must not lose by that.
    /// @dev The bridge gets exactly the gas that the recipient signed, so the caller's gas decides nothing.
    /// @param given The escrow.
    /// @param secret The secret.
    /// @param route Where the funds go, as signed.
    /// @param signature `HopClaim(…)` by the recipient; empty when the recipient calls.
    function claimHop(EscrowTerms calldata given, bytes32 secret, HopRoute calldata route, bytes calldata signature)
        external
        onlyRegistry
    {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        _requireHop(terms, vault, route, signature);
        _settleClaim(terms, vault, secret);
        // A call passes on at most 63 parts of 64.
        if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();
        try EscrowVault(vault).vaultDispatch{gas: route.dispatchGas}(
            terms.hopBridge, terms.token, terms.amount, route
        ) returns (bytes32 messageId) {
            emit EscrowHopDispatched(
                vault,
                terms.commitmentHash,
                messageId,
                secret,
                route.destBlockchainId,
                route.hopRecipient,
                terms.amount - route.relayerFee,
                route.relayerFee
            );
        } catch {
            _payClaim(terms, vault, terms.recipient, secret, terms.amount);
        }
        _unlock(vault);
    }

    /// @notice Repays the creator once `cancelAfter` has passed. Anyone may call it.
    /// @param given The escrow.
    function cancel(EscrowTerms calldata given) external onlyRegistry {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        _requireOver(terms);
        _cancel(terms, vault, terms.creator, CancelReason.Expired);
        _unlock(vault);
    }

    /// @notice Repays another address than the creator's once `cancelAfter` has passed, by the creator's call or
    ///         signature.
    /// @param given The escrow.
    /// @param to Who is repaid.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `CancelTo(vault,to,deadline)` by the creator; empty when the creator calls.
    function cancelTo(EscrowTerms calldata given, address to, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        _requireOver(terms);
        _requirePayee(vault, to);
        bytes32 structHash = keccak256(abi.encode(CANCEL_TO_TYPEHASH, vault, to, deadline));
        _requireConsent(terms.creator, structHash, deadline, signature);
        _cancel(terms, vault, to, CancelReason.Expired);
        if (to != terms.creator) emit EscrowRedirected(vault, to);
        _unlock(vault);
    }

    /// @notice Repays the creator before `cancelAfter`, because the recipient agrees. The money can go to nobody else.
    /// @param given The escrow.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `ConsentCancel(vault,deadline)` by the recipient; empty when the recipient calls.
    function cancelWithConsent(EscrowTerms calldata given, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        EscrowTerms memory terms = _load(given);
        address vault = _enter(terms);
        bytes32 structHash = keccak256(abi.encode(CONSENT_CANCEL_TYPEHASH, vault, deadline));
        _requireConsent(terms.recipient, structHash, deadline, signature);
        _cancel(terms, vault, terms.creator, CancelReason.Consent);
        _unlock(vault);
    }

    /// @notice Sends what a settled vault still holds to the creator: what was sent above the amount, or later, or in
    ///         another token by mistake. Anyone may call it.
    /// @dev Refused for every token while the vault is open: a token may answer at two addresses, and the second one
    ///      would move the escrow itself.
    /// @param given The escrow.
    /// @param token The token, or `NATIVE_TOKEN`.
    function sweep(EscrowTerms calldata given, address token) external onlyRegistry {
        EscrowTerms memory terms = _load(given);
        _sweep(vaultAddress(terms), token, terms.creator);
    }

    /// @notice The same to another address than the creator's, by the creator's call or signature.
    /// @param given The escrow.
    /// @param token The token, or `NATIVE_TOKEN`.
    /// @param to Who is paid.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `SweepTo(vault,token,to,deadline)` by the creator; empty when the creator calls.
    function sweepTo(
        EscrowTerms calldata given,
        address token,
        address to,
        uint256 deadline,
        bytes calldata signature
    ) external onlyRegistry {
        EscrowTerms memory terms = _load(given);
        address vault = vaultAddress(terms);
        _requirePayee(vault, to);
        bytes32 structHash = keccak256(abi.encode(SWEEP_TO_TYPEHASH, vault, token, to, deadline));
        _requireConsent(terms.creator, structHash, deadline, signature);
        _sweep(vault, token, to);
    }

    function _enter(EscrowTerms memory terms) private returns (address vault) {
        vault = vaultAddress(terms);
        _lock(vault);
    }

    /// @dev The terms as they came in. Bits outside of a field's range give another address, where there is no vault, since
    ///      every way to create one refuses them: settling ends with `NotCreated`.
    function _load(EscrowTerms calldata given) private pure returns (EscrowTerms memory terms) {
        assembly ("memory-safe") {
            calldatacopy(terms, given, 0xe0)
        }
    }

    /// @dev Checks state, time and secret, and marks the vault as claimed before anything is paid.
    function _settleClaim(EscrowTerms memory terms, address vault, bytes32 secret) private {
        _settle(vault, VaultState.Claimed);
        if (!Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert ClaimWindowClosed();
        if (_sha256(secret) != terms.commitmentHash) revert WrongSecret();
    }

    /// @dev The precompile, which cannot fail for 32 bytes but by running out of gas; then it answers nothing, and zero is no
    ///      commitment hash.
    function _sha256(bytes32 secret) private view returns (bytes32 hash) {
        assembly ("memory-safe") {
            mstore(0, secret)
            if staticcall(gas(), 2, 0, 0x20, 0x20, 0x20) { hash := mload(0x20) }
        }
    }

    function _payClaim(EscrowTerms memory terms, address vault, address to, bytes32 secret, uint256 amount) private {
        _pay(vault, terms.token, to, amount);
        emit EscrowClaimed(vault, terms.commitmentHash, to, secret, amount);
    }

    function _payable(EscrowTerms memory terms, address vault) private view returns (uint256) {
        uint256 balance = Payment.balanceOf(terms.token, vault);
        if (balance == 0) revert NothingToPay();
        return Rules.payout(balance, terms.amount);
    }

    /// @dev Repays the whole balance: what was sent above the amount is the creator's as well.
    function _cancel(EscrowTerms memory terms, address vault, address to, CancelReason reason) private {
        _settle(vault, VaultState.Cancelled);
        uint256 amount = Payment.balanceOf(terms.token, vault);
        _pay(vault, terms.token, to, amount);
        emit EscrowCancelled(vault, terms.commitmentHash, terms.creator, amount, reason);
    }

    function _sweep(address vault, address token, address to) private {
        if (_isLocked(vault)) revert VaultLocked();
        if (_stateOf(vault) == VaultState.Open) revert NotSettled();
        _lock(vault);
        uint256 amount = Payment.balanceOf(token, vault);
        _pay(vault, token, to, amount);
        emit EscrowSwept(vault, token, to, amount);
        _unlock(vault);
    }

    function _requireOver(EscrowTerms memory terms) private view {
        if (Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert CancelTooEarly();
    }

    function _requireHop(
        EscrowTerms memory terms,
        address vault,
        HopRoute calldata route,
        bytes calldata signature
    ) private view {
        if (terms.hopBridge == address(0)) revert NotHopVault();
        if (route.hopRecipient == address(0)) revert InvalidPayee();
        if (!Rules.isFee(route.feeToken, terms.token, route.relayerFee, terms.amount)) revert InvalidHopFee();
        bytes32 structHash = keccak256(
            abi.encode(
                HOP_CLAIM_TYPEHASH,
                vault,
                terms.commitmentHash,
                terms.hopBridge,
                route.destBlockchainId,
                route.hopRecipient,
                route.feeToken,
                route.relayerFee,
                route.dispatchGas,
                route.deadline
            )
        );
        _requireConsent(terms.recipient, structHash, route.deadline, signature);
    }

    function _requireConsent(address party, bytes32 structHash, uint256 deadline, bytes calldata signature)
        private
        view
    {
        if (msg.sender == party) return;
        if (block.timestamp > deadline) revert SignatureExpired();
        if (!isSignedBy(party, structHash, signature)) revert InvalidSignature();
    }
}
