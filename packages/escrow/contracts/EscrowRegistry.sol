// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {CancelReason, EscrowTerms, HopRoute, NATIVE_TOKEN} from "./EscrowTypes.sol";
import {EscrowVault} from "./EscrowVault.sol";
import {IEscrowRegistry} from "./interfaces/IEscrowRegistry.sol";
import {Payment} from "./Payment.sol";
import {VaultCode} from "./VaultCode.sol";

/// @title Creates escrow vaults, checks who may fund them, and emits their events
/// @notice It has no owner, no pause and no list: nobody can stop a creation, a claim or a cancellation. It holds no
///         funds. The one power it has is an allowance that a creator gave it, and it uses that only for terms that
///         the creator sent or signed.
contract EscrowRegistry is IEscrowRegistry, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice The shortest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MIN_WINDOW = 60;
    /// @notice The longest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MAX_WINDOW = 30 days;

    bytes32 internal constant CREATE_ESCROW_TYPEHASH = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );

    /// @notice The code behind every vault.
    address public immutable VAULT_IMPLEMENTATION;

    /// @dev Part of every vault's address. Not read anew: if a fork of the chain took another id, the vaults that are
    ///      open there would otherwise no longer be known.
    uint256 private immutable CHAIN_ID = block.chainid;

    /// @notice Vaults whose creation by signature their creator has revoked.
    mapping(address vault => bool) public isRevoked;

    /// @notice One claim of a batch.
    /// @param vault The vault.
    /// @param secret Its secret.
    /// @param gasLimit What the claim may use at the most, so that one cannot spend the others' gas.
    struct BatchClaim {
        address vault;
        bytes32 secret;
        uint256 gasLimit;
    }

    /// @notice A vault was created and holds its amount. The parameters are its terms.
    /// @param vault The vault.
    /// @param creator Who is repaid when it is cancelled.
    /// @param recipient Who is paid when it is claimed.
    /// @param token The token, or `NATIVE_TOKEN`.
    /// @param amount In base units.
    /// @param commitmentHash SHA-256 of its secret.
    /// @param cancelAfter Unix seconds.
    /// @param hopBridge Its bridge, or zero.
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
    /// @notice A vault repaid its creator, or whom the creator named.
    /// @param vault The vault.
    /// @param commitmentHash SHA-256 of its secret.
    /// @param creator The creator.
    /// @param amount What was repaid: all that it held.
    /// @param reason Why.
    event EscrowCancelled(
        address indexed vault,
        bytes32 indexed commitmentHash,
        address indexed creator,
        uint256 amount,
        CancelReason reason
    );
    /// @notice A creator revoked every signature over these terms.
    /// @param vault The vault that the terms would have.
    /// @param creator The creator.
    event AuthorizationRevoked(address indexed vault, address indexed creator);

    /// @notice A vault with these terms exists.
    error AlreadyCreated(address vault);
    /// @notice The vault holds less than the amount.
    error Underfunded(uint256 balance, uint256 amount);
    /// @notice A party is zero, or both are the same.
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
    /// @notice The signature is not the creator's, or was revoked.
    error InvalidSignature();
    /// @notice The signature's deadline has passed.
    error SignatureExpired();
    /// @notice Only the creator may do this now.
    error NotCreator();
    /// @notice The payee must not be zero.
    error InvalidPayee();
    /// @notice The caller is not the vault with these terms.
    error NotVault();

    constructor() EIP712("EscrowRegistry", "1") {
        VAULT_IMPLEMENTATION = address(new EscrowVault());
    }

    /// @notice Creates a vault that was funded before at its predicted address. Anyone may call it.
    /// @param terms The escrow.
    /// @return vault Its address.
    function createEscrow(EscrowTerms calldata terms) external returns (address vault) {
        vault = _create(terms, 0);
        _requireFunded(terms, vault);
    }

    /// @notice Creates several vaults that were funded before. One that cannot be created does not stop the others:
    ///         anybody may create any of them first, and a token may refuse to answer or burn its gas. Each may use its
    ///         share of the gas that is left; 150,000 for each of them is enough.
    /// @param terms The escrows.
    /// @return vaults The addresses of those that this call created; zero for each of the others.
    function createEscrowBatch(EscrowTerms[] calldata terms) external returns (address[] memory vaults) {
        vaults = new address[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) {
            try this.createEscrow{gas: gasleft() / (terms.length - i)}(terms[i]) returns (address vault) {
                vaults[i] = vault;
            } catch {}
        }
    }

    /// @notice Creates a vault of the native token with the value sent.
    /// @param terms The escrow; its token is `NATIVE_TOKEN`, its amount the value.
    /// @return vault Its address.
    function createEscrowNative(EscrowTerms calldata terms) external payable returns (address vault) {
        if (terms.token != NATIVE_TOKEN) revert InvalidToken();
        if (msg.value != terms.amount) revert InvalidValue();
        return _create(terms, msg.value);
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
        EscrowTerms calldata terms,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s,
        uint256 deadline,
        bytes calldata creatorSignature
    ) external returns (address vault) {
        // slither-disable-next-line empty-block
        try IERC20Permit(terms.token).permit(terms.creator, address(this), terms.amount, permitDeadline, v, r, s) {} catch {}
        return _createByPull(terms, deadline, creatorSignature);
    }

    /// @notice Creates a vault with tokens of the creator, by an allowance and the creator's signature.
    /// @param terms The escrow.
    /// @param deadline Unix seconds up to which the signature holds.
    /// @param creatorSignature `CreateEscrow(…)` by the creator; empty when the creator calls.
    /// @return vault Its address.
    function createEscrowSigned(EscrowTerms calldata terms, uint256 deadline, bytes calldata creatorSignature)
        external
        returns (address vault)
    {
        return _createByPull(terms, deadline, creatorSignature);
    }

    /// @notice Claims several plain vaults. One that cannot be claimed does not stop the others.
    /// @param claims The claims.
    /// @return claimed Which of them were paid by this call.
    function claimBatch(BatchClaim[] calldata claims) external returns (bool[] memory claimed) {
        claimed = new bool[](claims.length);
        for (uint256 i = 0; i < claims.length; ++i) {
            bytes memory data = abi.encodeCall(EscrowVault.claim, (claims[i].secret));
            address vault = claims[i].vault;
            uint256 gasLimit = claims[i].gasLimit;
            bool isPaid;
            // Anything else could answer with success; returned data is not copied.
            if (!isVault(vault)) continue;
            assembly ("memory-safe") {
                isPaid := call(gasLimit, vault, 0, add(data, 0x20), mload(data), 0, 0)
            }
            claimed[i] = isPaid;
        }
    }

    /// @notice Repays a vault that was funded and never created: the creator at any time, anyone from `cancelAfter` on.
    /// @param terms The escrow.
    /// @return amount What was repaid.
    function recoverPrefund(EscrowTerms calldata terms) external returns (uint256 amount) {
        if (msg.sender != terms.creator && block.timestamp < terms.cancelAfter) revert NotCreator();
        return _recover(terms, terms.creator);
    }

    /// @notice Repays a vault that was funded and never created to another address than the creator's, which may be
    ///         unable to take it. Only the creator may, at any time.
    /// @param terms The escrow.
    /// @param to Who is repaid.
    /// @return amount What was repaid.
    function recoverPrefundTo(EscrowTerms calldata terms, address to) external returns (uint256 amount) {
        if (msg.sender != terms.creator) revert NotCreator();
        if (to == address(0)) revert InvalidPayee();
        return _recover(terms, to);
    }

    /// @notice Makes every signature over these terms worthless. Only their creator may.
    /// @param terms The escrow.
    function revokeAuthorization(EscrowTerms calldata terms) external {
        if (msg.sender != terms.creator) revert NotCreator();
        address vault = vaultAddress(terms);
        isRevoked[vault] = true;
        emit AuthorizationRevoked(vault, terms.creator);
    }

    /// @inheritdoc IEscrowRegistry
    function recordClaim(EscrowTerms calldata terms, address to, bytes32 secret) external {
        _requireVault(terms);
        emit EscrowClaimed(msg.sender, terms.commitmentHash, to, secret, terms.amount);
    }

    /// @inheritdoc IEscrowRegistry
    function recordHop(EscrowTerms calldata terms, bytes32 secret, bytes32 messageId, HopRoute calldata route) external {
        _requireVault(terms);
        emit EscrowHopDispatched(
            msg.sender,
            terms.commitmentHash,
            messageId,
            secret,
            route.destBlockchainId,
            route.hopRecipient,
            terms.amount - route.relayerFee,
            route.relayerFee
        );
    }

    /// @inheritdoc IEscrowRegistry
    function recordCancel(EscrowTerms calldata terms, uint256 amount, CancelReason reason) external {
        _requireVault(terms);
        emit EscrowCancelled(msg.sender, terms.commitmentHash, terms.creator, amount, reason);
    }

    /// @notice The address of the vault with these terms, whether it exists or not. Never reverts.
    /// @param terms The escrow.
    function vaultAddress(EscrowTerms calldata terms) public view returns (address) {
        return VaultCode.addressOf(address(this), CHAIN_ID, VaultCode.initCode(VAULT_IMPLEMENTATION, terms));
    }

    /// @notice Whether this registry created a vault at this address.
    /// @param vault Any address.
    function isVault(address vault) public view returns (bool) {
        if (vault.code.length != VaultCode.RUNTIME_SIZE) return false;
        // Whatever stands there, only a vault of this registry stands at the address that its terms give.
        return VaultCode.addressOf(address(this), CHAIN_ID, VaultCode.initCodeAt(VAULT_IMPLEMENTATION, vault)) == vault;
    }

    /// @inheritdoc IEscrowRegistry
    /// @dev ECDSA first: an account that delegates by EIP-7702 has code and still signs with its key.
    function isSignedBy(address signer, bytes32 structHash, bytes calldata signature) public view returns (bool) {
        bytes32 digest = _hashTypedDataV4(structHash);
        (address recovered, ECDSA.RecoverError error,) = ECDSA.tryRecover(digest, signature);
        if (error == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);
    }

    /// @notice The EIP-712 domain separator.
    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @dev The vault is created before the tokens are pulled: while a token calls back, the vault exists without its
    ///      amount, can pay nobody, and cannot be created a second time.
    function _createByPull(EscrowTerms calldata terms, uint256 deadline, bytes calldata creatorSignature)
        private
        returns (address vault)
    {
        if (terms.token == NATIVE_TOKEN) revert InvalidToken();
        vault = _create(terms, 0);
        if (msg.sender != terms.creator) _requireAuthorized(terms, vault, deadline, creatorSignature);
        IERC20(terms.token).safeTransferFrom(terms.creator, vault, terms.amount);
        _requireFunded(terms, vault);
    }

    function _recover(EscrowTerms calldata terms, address to) private returns (uint256 amount) {
        address vault = _deploy(terms, 0);
        amount = EscrowVault(vault).recover(to);
        emit EscrowCancelled(vault, terms.commitmentHash, terms.creator, amount, CancelReason.PrefundRecovered);
    }

    function _create(EscrowTerms calldata terms, uint256 value) private returns (address vault) {
        _requireValid(terms);
        vault = _deploy(terms, value);
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

    /// @dev Looks for code first: a CREATE2 collision would burn 63/64 of the gas that is left.
    function _deploy(EscrowTerms calldata terms, uint256 value) private returns (address vault) {
        bytes memory code = VaultCode.initCode(VAULT_IMPLEMENTATION, terms);
        vault = VaultCode.addressOf(address(this), CHAIN_ID, code);
        if (vault.code.length != 0) revert AlreadyCreated(vault);
        uint256 salt = CHAIN_ID;
        address created;
        assembly ("memory-safe") {
            created := create2(value, add(code, 0x20), mload(code), salt)
        }
        assert(created == vault);
    }

    function _requireValid(EscrowTerms calldata terms) private view {
        if (terms.creator == address(0) || terms.recipient == address(0) || terms.creator == terms.recipient) {
            revert InvalidParties();
        }
        if (terms.amount == 0) revert InvalidAmount();
        if (terms.commitmentHash == 0) revert InvalidCommitmentHash();
        uint256 cancelAfter = terms.cancelAfter;
        if (cancelAfter < block.timestamp + MIN_WINDOW || cancelAfter > block.timestamp + MAX_WINDOW) {
            revert InvalidCancelAfter();
        }
        bool isNative = terms.token == NATIVE_TOKEN;
        if (!isNative && terms.token.code.length == 0) revert InvalidToken();
        bool isHop = terms.hopBridge != address(0);
        if (isHop && (isNative || terms.hopBridge.code.length == 0)) revert InvalidHopBridge();
    }

    /// @dev A transfer that takes a fee leaves less than the amount, and ends here. What others sent before counts.
    function _requireFunded(EscrowTerms calldata terms, address vault) private view {
        uint256 balance = Payment.balanceOf(terms.token, vault);
        if (balance < terms.amount) revert Underfunded(balance, terms.amount);
    }

    function _requireAuthorized(
        EscrowTerms calldata terms,
        address vault,
        uint256 deadline,
        bytes calldata creatorSignature
    ) private view {
        if (block.timestamp > deadline) revert SignatureExpired();
        bytes32 structHash = keccak256(abi.encode(CREATE_ESCROW_TYPEHASH, terms, deadline));
        if (isRevoked[vault] || !isSignedBy(terms.creator, structHash, creatorSignature)) revert InvalidSignature();
    }

    function _requireVault(EscrowTerms calldata terms) private view {
        if (msg.sender != vaultAddress(terms)) revert NotVault();
    }
}
