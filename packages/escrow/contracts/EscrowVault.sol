// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CancelReason, EscrowTerms, HopRoute, VaultState} from "./EscrowTypes.sol";
import {IEscrowRegistry} from "./interfaces/IEscrowRegistry.sol";
import {IHopBridge} from "./interfaces/IHopBridge.sol";
import {Payment} from "./Payment.sol";
import {VaultCode} from "./VaultCode.sol";

/// @title One hash-locked escrow
/// @notice A clone whose code carries its terms. It pays once: to the recipient, against the secret, before
///         `cancelAfter`; or back to the creator, from `cancelAfter` on, or earlier with the recipient's consent.
///         Nobody owns it and nothing can stop it.
contract EscrowVault is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    bytes32 internal constant CLAIM_TO_TYPEHASH = keccak256("ClaimTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CANCEL_TO_TYPEHASH = keccak256("CancelTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CONSENT_CANCEL_TYPEHASH = keccak256("ConsentCancel(address vault,uint256 deadline)");
    bytes32 internal constant HOP_CLAIM_TYPEHASH = keccak256(
        "HopClaim(address vault,bytes32 commitmentHash,address hopBridge,bytes32 destBlockchainId,address hopRecipient,address feeToken,uint256 relayerFee,uint256 deadline)"
    );

    /// @notice The registry that created this vault and emits its events.
    IEscrowRegistry public immutable REGISTRY;

    /// @dev The implementation itself, which holds nothing and refuses every call that would change something.
    address private immutable SELF;

    /// @notice What has become of the vault.
    VaultState public state;

    /// @notice The call must reach a vault, and this is the implementation behind them.
    error NotAVault();
    /// @notice The vault was claimed or cancelled before.
    error AlreadySettled();
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
    /// @notice The signature is not by the party that must consent.
    error InvalidSignature();
    /// @notice The signature's deadline has passed.
    error SignatureExpired();
    /// @notice The payee must not be zero.
    error InvalidPayee();
    /// @notice The fee must be in the escrow's token and below the amount.
    error InvalidHopFee();
    /// @notice The bridge took another amount than it was given, or left an allowance behind.
    error BridgeMismatch();
    /// @notice Only the registry may do this.
    error NotRegistry();
    /// @notice A vault can be swept only after it has settled.
    error NotSettled();

    modifier onlyVault() {
        if (address(this) == SELF) revert NotAVault();
        _;
    }

    constructor() {
        REGISTRY = IEscrowRegistry(msg.sender);
        SELF = address(this);
    }

    /// @notice Pays the recipient against the secret. Anyone may call it.
    /// @param secret The 32 bytes whose SHA-256 is the commitment hash. They are public from the moment of the call.
    function claim(bytes32 secret) external onlyVault nonReentrant {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (terms_.hopBridge != address(0)) revert IsHopVault();
        _claim(terms_, secret, terms_.recipient);
    }

    /// @notice Pays another address than the recipient's, by the recipient's call or signature. It also serves a hop
    ///         vault whose bridge cannot be used: the funds then stay on this chain.
    /// @param secret The secret.
    /// @param to Who is paid.
    /// @param deadline Unix seconds up to which the signature holds; of no meaning when the recipient calls.
    /// @param signature `ClaimTo(vault,to,deadline)` by the recipient; empty when the recipient calls.
    function claimTo(bytes32 secret, address to, uint256 deadline, bytes calldata signature)
        external
        onlyVault
        nonReentrant
    {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (to == address(0)) revert InvalidPayee();
        bytes32 structHash = keccak256(abi.encode(CLAIM_TO_TYPEHASH, address(this), to, deadline));
        _requireConsent(terms_.recipient, structHash, deadline, signature);
        _claim(terms_, secret, to);
    }

    /// @notice Bridges the amount on to the recipient of the route. Anyone may call it with the recipient's signature.
    /// @param secret The secret.
    /// @param route Where the funds go, as signed.
    /// @param signature `HopClaim(…)` by the recipient; empty when the recipient calls.
    function claimHop(bytes32 secret, HopRoute calldata route, bytes calldata signature)
        external
        onlyVault
        nonReentrant
    {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (terms_.hopBridge == address(0)) revert NotHopVault();
        if (route.hopRecipient == address(0)) revert InvalidPayee();
        if (route.feeToken != terms_.token || route.relayerFee >= terms_.amount) revert InvalidHopFee();
        bytes32 structHash = keccak256(
            abi.encode(
                HOP_CLAIM_TYPEHASH,
                address(this),
                terms_.commitmentHash,
                terms_.hopBridge,
                route.destBlockchainId,
                route.hopRecipient,
                route.feeToken,
                route.relayerFee,
                route.deadline
            )
        );
        _requireConsent(terms_.recipient, structHash, route.deadline, signature);
        _settle(terms_, secret);
        REGISTRY.recordHop(terms_, secret, _dispatch(terms_, route), route);
    }

    /// @notice Repays the creator once `cancelAfter` has passed. Anyone may call it.
    function cancel() external onlyVault nonReentrant {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (block.timestamp < terms_.cancelAfter) revert CancelTooEarly();
        _cancel(terms_, terms_.creator, CancelReason.Expired);
    }

    /// @notice Repays another address than the creator's once `cancelAfter` has passed, by the creator's call or
    ///         signature.
    /// @param to Who is repaid.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `CancelTo(vault,to,deadline)` by the creator; empty when the creator calls.
    function cancelTo(address to, uint256 deadline, bytes calldata signature) external onlyVault nonReentrant {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (block.timestamp < terms_.cancelAfter) revert CancelTooEarly();
        if (to == address(0)) revert InvalidPayee();
        bytes32 structHash = keccak256(abi.encode(CANCEL_TO_TYPEHASH, address(this), to, deadline));
        _requireConsent(terms_.creator, structHash, deadline, signature);
        _cancel(terms_, to, CancelReason.Expired);
    }

    /// @notice Repays the creator before `cancelAfter`, because the recipient agrees. The money can go to nobody else.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `ConsentCancel(vault,deadline)` by the recipient; empty when the recipient calls.
    function cancelWithConsent(uint256 deadline, bytes calldata signature) external onlyVault nonReentrant {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        bytes32 structHash = keccak256(abi.encode(CONSENT_CANCEL_TYPEHASH, address(this), deadline));
        _requireConsent(terms_.recipient, structHash, deadline, signature);
        _cancel(terms_, terms_.creator, CancelReason.Consent);
    }

    /// @notice Sends what a settled vault still holds to the creator: what was sent above the amount, or later, or in
    ///         another token by mistake. Anyone may call it.
    /// @dev Refused for every token while the vault is open: a token may answer at two addresses, and the second one
    ///      would move the escrow itself.
    /// @param token The token, or `NATIVE_TOKEN`.
    function sweep(address token) external onlyVault nonReentrant {
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        if (state == VaultState.Open) revert NotSettled();
        Payment.pay(token, terms_.creator, Payment.balanceOf(token, address(this)));
    }

    /// @notice Repays a vault that was funded and never announced. Only the registry calls it, in the transaction that
    ///         creates the vault.
    /// @param to Who is repaid: the creator, or whom the creator names.
    /// @return amount What was repaid.
    function recover(address to) external onlyVault nonReentrant returns (uint256 amount) {
        if (msg.sender != address(REGISTRY)) revert NotRegistry();
        EscrowTerms memory terms_ = VaultCode.read(address(this));
        state = VaultState.Cancelled;
        amount = Payment.balanceOf(terms_.token, address(this));
        Payment.pay(terms_.token, to, amount);
    }

    /// @notice The terms, as they stand in the vault's code.
    function terms() external view onlyVault returns (EscrowTerms memory) {
        return VaultCode.read(address(this));
    }

    function _claim(EscrowTerms memory terms_, bytes32 secret, address to) private {
        _settle(terms_, secret);
        Payment.pay(terms_.token, to, terms_.amount);
        REGISTRY.recordClaim(terms_, to, secret);
    }

    /// @dev Checks state, time and secret, and marks the vault as claimed before anything is paid.
    function _settle(EscrowTerms memory terms_, bytes32 secret) private {
        if (state != VaultState.Open) revert AlreadySettled();
        if (block.timestamp >= terms_.cancelAfter) revert ClaimWindowClosed();
        if (sha256(abi.encodePacked(secret)) != terms_.commitmentHash) revert WrongSecret();
        state = VaultState.Claimed;
    }

    /// @dev Repays the whole balance: what was sent above the amount is the creator's as well.
    function _cancel(EscrowTerms memory terms_, address to, CancelReason reason) private {
        if (state != VaultState.Open) revert AlreadySettled();
        state = VaultState.Cancelled;
        uint256 amount = Payment.balanceOf(terms_.token, address(this));
        Payment.pay(terms_.token, to, amount);
        REGISTRY.recordCancel(terms_, amount, reason);
    }

    /// @dev Gives the bridge exactly the amount, and checks that it took exactly the amount.
    function _dispatch(EscrowTerms memory terms_, HopRoute calldata route) private returns (bytes32 messageId) {
        IERC20 token = IERC20(terms_.token);
        uint256 balance = token.balanceOf(address(this));
        token.forceApprove(terms_.hopBridge, terms_.amount);
        messageId = IHopBridge(terms_.hopBridge).dispatch(terms_.token, terms_.amount, route);
        bool isExact = token.balanceOf(address(this)) + terms_.amount == balance;
        if (!isExact || token.allowance(address(this), terms_.hopBridge) != 0) revert BridgeMismatch();
    }

    function _requireConsent(address party, bytes32 structHash, uint256 deadline, bytes calldata signature)
        private
        view
    {
        if (msg.sender == party) return;
        if (block.timestamp > deadline) revert SignatureExpired();
        if (!REGISTRY.isSignedBy(party, structHash, signature)) revert InvalidSignature();
    }
}
