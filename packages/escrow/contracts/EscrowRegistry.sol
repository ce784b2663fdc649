// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {EscrowSettlement} from "./EscrowSettlement.sol";
import {CancelReason, EscrowTerms, NATIVE_TOKEN, VaultState} from "./EscrowTypes.sol";
import {IPermit2, PermitTransferFrom, SignatureTransferDetails, TokenPermissions} from "./interfaces/IPermit2.sol";
import {Payment} from "./Payment.sol";
import {Rules} from "./Rules.sol";

/// @title Creates escrow vaults, checks who may fund them, settles them, and emits their events
/// @notice It has no owner, no pause and no list: no account can stop a creation, a claim or a cancellation. It holds no
///         funds: each escrow's money is in a vault, at an address of its own that its terms give. Two powers are its own:
///         it alone moves a vault's money, only as `EscrowSettlement` says; and it pulls by an allowance that a creator
///         gave it, only for terms that the creator sent or signed.
contract EscrowRegistry is EscrowSettlement {
    using SafeERC20 for IERC20;

    /// @notice The shortest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MIN_WINDOW = Rules.MIN_WINDOW;
    /// @notice The longest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MAX_WINDOW = Rules.MAX_WINDOW;

    /// @notice Where Permit2 stands, on every chain that has it.
    IPermit2 public constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    bytes32 internal constant CREATE_ESCROW_TYPEHASH = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );
    bytes32 internal constant ESCROW_TERMS_TYPEHASH = keccak256(
        "EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)"
    );
    /// @dev What Permit2 puts behind its own type: the witness, and the types in the order of their names.
    string internal constant WITNESS_TYPE =
        "EscrowTerms witness)EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)TokenPermissions(address token,uint256 amount)";

    /// @notice One creation of a batch, by an allowance and the creator's signature.
    /// @param terms The escrow.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param creatorSignature `CreateEscrow(…)` by the creator.
    struct SignedCreation {
        EscrowTerms terms;
        uint256 deadline;
        bytes creatorSignature;
    }

    /// @notice The fields that a creator signed by EIP-3009, beside creator, vault and amount.
    /// @param validAfter Unix seconds after which it holds.
    /// @param validBefore Unix seconds before which it holds.
    /// @param nonce Any number that the creator has not used.
    /// @param signature `TransferWithAuthorization(…)` by the creator: 65 bytes, or what the token hands to the creator's code.
    struct Authorization {
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes signature;
    }

    /// @notice A vault with these terms exists.
    error AlreadyCreated(address vault);
    /// @notice The vault holds less than the amount.
    error Underfunded(uint256 balance, uint256 amount);
    /// @notice A party is zero, both are the same, or the creator is the registry.
    error InvalidParties();
    /// @notice The amount is zero.
    error InvalidAmount();
    /// @notice The commitment hash is zero.
    error InvalidCommitmentHash();
    /// @notice `cancelAfter` is too near or too far.
    error InvalidCancelAfter();
    /// @notice The token has no code, is the native token where an ERC-20 is needed, or the other way round.
    error InvalidToken();
    /// @notice The hop bridge has no code, or the vault is of the native token, which cannot hop.
    error InvalidHopBridge();
    /// @notice The value sent is not the amount.
    error InvalidValue();
    /// @notice Only the creator may do this now.
    error NotCreator();

    constructor() EIP712("EscrowRegistry", "1") {}

    /// @notice Creates a vault that was funded before at its predicted address. Anyone may call it.
    /// @param terms The escrow.
    /// @return vault Its address.
    function createEscrow(EscrowTerms memory terms) external onlyRegistry returns (address vault) {
        vault = _create(terms, 0);
        _requireFunded(terms, vault);
    }

    /// @notice Creates several vaults that were funded before. One that cannot be created does not stop the others:
    ///         anybody may create any of them first, and a token may refuse to answer or burn its gas. Each may use its
    ///         share of the gas that is left; 150,000 for each of them is enough.
    /// @param terms The escrows.
    /// @return vaults The addresses of those that this call created; zero for each of the others.
    function createEscrowBatch(EscrowTerms[] calldata terms) external onlyRegistry returns (address[] memory vaults) {
        vaults = new address[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) {
            try this.createEscrow{gas: gasleft() / (terms.length - i)}(terms[i]) returns (address vault) {
                vaults[i] = vault;
            } catch {
                continue;
            }
        }
    }

    /// @notice Creates a vault of the native token with the value sent.
    /// @param terms The escrow; its token is `NATIVE_TOKEN`, its amount the value.
    /// @return vault Its address.
    function createEscrowNative(EscrowTerms memory terms) external payable onlyRegistry returns (address vault) {
        if (terms.token != NATIVE_TOKEN) revert InvalidToken();
        if (msg.value != terms.amount) revert InvalidValue();
        return _create(terms, msg.value);
    }

    /// @notice Creates a vault with tokens of the creator, who calls, by an allowance.
    /// @param terms The escrow.
    /// @return vault Its address.
    function createEscrowApproved(EscrowTerms memory terms) external onlyRegistry returns (address vault) {
        if (msg.sender != terms.creator) revert NotCreator();
        vault = _createForPull(terms);
        _pull(terms, vault);
    }

    /// @notice Creates a vault with tokens of the creator, by an EIP-2612 permit.
    /// @dev The permit binds only an allowance, so the creator must also send or sign the terms. A permit that somebody
    ///      used before does not matter: the allowance decides.
    /// @param terms The escrow.
    /// @param permitDeadline The permit's deadline.
    /// @param v The permit's signature.
    /// @param r The permit's signature.
    /// @param s The permit's signature.
    /// @param deadline Unix seconds up to which the creator's signature holds.
    /// @param creatorSignature `CreateEscrow(…)` by the creator; empty when the creator calls.
    /// @return vault Its address.
    function createEscrowPermit(
        EscrowTerms memory terms,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s,
        uint256 deadline,
        bytes calldata creatorSignature
    ) external onlyRegistry returns (address vault) {
        // slither-disable-next-line empty-block
        try IERC20Permit(terms.token).permit(terms.creator, address(this), terms.amount, permitDeadline, v, r, s) {} catch {}
        return _createByPull(terms, deadline, creatorSignature);
    }

    /// @notice Creates a vault with tokens of the creator, by an allowance and the creator's signature.
    /// @param terms The escrow.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param creatorSignature `CreateEscrow(…)` by the creator; empty when the creator calls.
    /// @return vault Its address.
    function createEscrowSigned(EscrowTerms memory terms, uint256 deadline, bytes calldata creatorSignature)
        external
        onlyRegistry
        returns (address vault)
    {
        return _createByPull(terms, deadline, creatorSignature);
    }

    /// @notice Creates several vaults by allowances and signatures. One that cannot be created does not stop the others.
    ///         Each may use its share of the gas that is left.
    /// @param creations The creations.
    /// @return vaults The addresses of those that this call created; zero for each of the others.
    function createEscrowSignedBatch(SignedCreation[] calldata creations)
        external
        onlyRegistry
        returns (address[] memory vaults)
    {
        vaults = new address[](creations.length);
        for (uint256 i = 0; i < creations.length; ++i) {
            SignedCreation calldata one = creations[i];
            try this.createEscrowSigned{gas: gasleft() / (creations.length - i)}(
                one.terms, one.deadline, one.creatorSignature
            ) returns (address vault) {
                vaults[i] = vault;
            } catch {
                continue;
            }
        }
    }

    /// @notice Creates a vault with tokens of the creator, by one signature for Permit2 that carries the terms as its
    ///         witness. It needs the creator's allowance to Permit2, and none to the registry.
    /// @param terms The escrow.
    /// @param nonce Permit2's nonce.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param signature `PermitWitnessTransferFrom(…,EscrowTerms witness)` by the creator, with the registry as spender.
    /// @return vault Its address.
    function createEscrowPermit2(
        EscrowTerms memory terms,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external onlyRegistry returns (address vault) {
        vault = _createForPull(terms);
        PERMIT2.permitWitnessTransferFrom(
            PermitTransferFrom({
                permitted: TokenPermissions({token: terms.token, amount: terms.amount}),
                nonce: nonce,
                deadline: deadline
            }),
            SignatureTransferDetails({to: vault, requestedAmount: terms.amount}),
            terms.creator,
            keccak256(abi.encode(ESCROW_TERMS_TYPEHASH, terms)),
            WITNESS_TYPE,
            signature
        );
        _requireFunded(terms, vault);
    }

    /// @notice Creates a vault with tokens of the creator, by one EIP-3009 signature. Its payee is the vault, whose address
    ///         is the terms. Anybody may call it, and anybody may use the signature at the token first: the vault is then
    ///         funded, and is created all the same.
    /// @param terms The escrow.
    /// @param authorization `TransferWithAuthorization(…)` by the creator, to the vault, of the amount.
    /// @return vault Its address.
    function createEscrowAuthorized(EscrowTerms memory terms, Authorization calldata authorization)
        external
        onlyRegistry
        returns (address vault)
    {
        vault = _createForPull(terms);
        _transferAuthorized(terms, vault, authorization);
        _requireFunded(terms, vault);
    }

    /// @notice Repays a vault that was funded and never created: the creator at any time, anyone from `cancelAfter` on.
    ///         It uses the terms up, so the creator revokes by it every signature over them, at the token as well.
    /// @param terms The escrow.
    /// @return amount What was repaid. Nothing, only when the creator calls.
    function recoverPrefund(EscrowTerms memory terms) external onlyRegistry returns (uint256 amount) {
        if (!Rules.mayRecover(msg.sender, terms.creator, block.timestamp, terms.cancelAfter)) revert NotCreator();
        return _recover(terms, terms.creator);
    }

    /// @notice Repays a vault that was funded and never created to another address than the creator's, which may be
    ///         unable to take it. Only the creator may, at any time.
    /// @param terms The escrow.
    /// @param to Who is repaid.
    /// @return amount What was repaid.
    function recoverPrefundTo(EscrowTerms memory terms, address to) external onlyRegistry returns (uint256 amount) {
        if (msg.sender != terms.creator) revert NotCreator();
        amount = _recover(terms, to);
        if (to != terms.creator) emit EscrowRedirected(vaultAddress(terms), to);
    }

    function _createByPull(EscrowTerms memory terms, uint256 deadline, bytes calldata creatorSignature)
        private
        returns (address vault)
    {
        vault = _createForPull(terms);
        if (msg.sender != terms.creator) _requireAuthorized(terms, deadline, creatorSignature);
        _pull(terms, vault);
    }

    /// @dev The vault is created before the tokens are pulled: while a token calls back, the vault exists without its
    ///      amount, can pay nobody, and cannot be created a second time.
    function _createForPull(EscrowTerms memory terms) private returns (address vault) {
        if (terms.token == NATIVE_TOKEN) revert InvalidToken();
        return _create(terms, 0);
    }

    function _pull(EscrowTerms memory terms, address vault) private {
        IERC20(terms.token).safeTransferFrom(terms.creator, vault, terms.amount);
        _requireFunded(terms, vault);
    }

    /// @dev Whether it was used before, or fails, the balance tells.
    function _transferAuthorized(EscrowTerms memory terms, address vault, Authorization calldata authorization)
        private
    {
        bytes calldata signature = authorization.signature;
        bytes memory data = signature.length == 65
            ? abi.encodeWithSignature(
                "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
                terms.creator,
                vault,
                terms.amount,
                authorization.validAfter,
                authorization.validBefore,
                authorization.nonce,
                uint8(signature[64]),
                bytes32(signature[:32]),
                bytes32(signature[32:64])
            )
            : abi.encodeWithSignature(
                "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
                terms.creator,
                vault,
                terms.amount,
                authorization.validAfter,
                authorization.validBefore,
                authorization.nonce,
                signature
            );
        address token = terms.token;
        assembly ("memory-safe") {
            pop(call(gas(), token, 0, add(data, 0x20), mload(data), 0, 0))
        }
    }

    /// @dev An address where nothing lies is used up only by its creator.
    function _recover(EscrowTerms memory terms, address to) private returns (uint256 amount) {
        address vault = _newVault(terms);
        _requirePayee(vault, to);
        _deploy(terms, vault, 0);
        _lock(vault);
        _settle(vault, VaultState.Cancelled);
        amount = Payment.balanceOf(terms.token, vault);
        if (amount == 0 && msg.sender != terms.creator) revert NothingToPay();
        _pay(vault, terms.token, to, amount);
        emit EscrowCancelled(vault, terms.commitmentHash, terms.creator, amount, CancelReason.PrefundRecovered);
        _unlock(vault);
    }

    function _create(EscrowTerms memory terms, uint256 value) private returns (address vault) {
        _requireValid(terms);
        vault = _newVault(terms);
        _deploy(terms, vault, value);
        emit EscrowCreated(
            vault,
            terms.creator,
            terms.recipient,
            terms.token,
            terms.amount,
            terms.commitmentHash,
            terms.cancelAfter,
            terms.hopBridge
        );
    }

    function _newVault(EscrowTerms memory terms) private view returns (address vault) {
        vault = vaultAddress(terms);
        if (vault.code.length != 0) revert AlreadyCreated(vault);
    }

    function _requireValid(EscrowTerms memory terms) private view {
        if (terms.creator == address(0) || terms.recipient == address(0) || terms.creator == terms.recipient) {
            revert InvalidParties();
        }
        // Its batches call itself: it would sign for tokens that were sent to it by mistake.
        if (terms.creator == SELF) revert InvalidParties();
        if (terms.amount == 0) revert InvalidAmount();
        if (terms.commitmentHash == 0) revert InvalidCommitmentHash();
        if (!Rules.isWindow(block.timestamp, terms.cancelAfter)) revert InvalidCancelAfter();
        bool isNative = terms.token == NATIVE_TOKEN;
        if (!isNative && terms.token.code.length == 0) revert InvalidToken();
        bool isHop = terms.hopBridge != address(0);
        if (isHop && (isNative || terms.hopBridge.code.length == 0)) revert InvalidHopBridge();
    }

    /// @dev A transfer that takes a fee leaves less than the amount, and ends here. Tokens that others sent before count.
    function _requireFunded(EscrowTerms memory terms, address vault) private view {
        uint256 balance = Payment.balanceOf(terms.token, vault);
        if (balance < terms.amount) revert Underfunded(balance, terms.amount);
    }

    function _requireAuthorized(EscrowTerms memory terms, uint256 deadline, bytes calldata creatorSignature)
        private
        view
    {
        if (block.timestamp > deadline) revert SignatureExpired();
        bytes32 structHash = keccak256(abi.encode(CREATE_ESCROW_TYPEHASH, terms, deadline));
        if (!isSignedBy(terms.creator, structHash, creatorSignature)) revert InvalidSignature();
    }
}
