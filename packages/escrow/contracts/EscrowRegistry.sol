// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {CancelReason, EscrowTerms, HopRoute, NATIVE_TOKEN, VaultState} from "./EscrowTypes.sol";
import {EscrowVault} from "./EscrowVault.sol";
import {IEscrowRegistry} from "./IEscrowRegistry.sol";
import {IERC3009} from "./interfaces/IERC3009.sol";
import {IPermit2, PermitTransferFrom, SignatureTransferDetails, TokenPermissions} from "./interfaces/IPermit2.sol";
import {Rules} from "./Rules.sol";
import {Signatures} from "./Signatures.sol";
import {VaultCode} from "./VaultCode.sol";
import {VaultStates} from "./VaultStates.sol";

/// @title Creates escrow vaults, checks who may fund them, settles them, and emits their events
/// @notice A vault pays once: to its recipient, against the secret, before `cancelAfter`; or back to its creator, from
///         `cancelAfter` on, or earlier with the recipient's consent. There is no owner, no pause and no list.
///         The registry holds no funds. It alone moves a vault's money, and it pulls by an allowance only for terms that the
///         creator sent or signed.
///         A party consents by its own call, with an empty signature, or by a signature that holds up to `deadline` (Unix
///         seconds): the EIP-712 structs stand in `Signatures`.
contract EscrowRegistry is IEscrowRegistry, EscrowVault, EIP712 {
    using SafeERC20 for IERC20;
    using VaultStates for address;

    /// @notice The shortest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MIN_WINDOW = Rules.MIN_WINDOW;
    /// @notice The longest time between creation and `cancelAfter`, in seconds.
    uint256 public constant MAX_WINDOW = Rules.MAX_WINDOW;
    IPermit2 public constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    /// @dev Kept back from a dispatch, so that the recipient can be paid on this chain when it fails.
    uint256 private constant HUB_PAYMENT_GAS = 100_000;

    /// @notice How many vaults were created. While one is being created, its index.
    uint256 public vaultCount;

    /// @dev Part of every vault's address. Not read anew: after a fork with another id the open vaults would be lost.
    uint256 private immutable CHAIN_ID = block.chainid;
    bytes32 private immutable INIT_CODE_HASH =
        keccak256(VaultCode.initCode(address(this), bytes4(keccak256("vaultCount()"))));

    constructor() EIP712("EscrowRegistry", "1") {}

    /// @notice The address of the vault with these terms, whether it exists or not. Never reverts.
    function vaultAddress(EscrowTerms memory terms) public view returns (address) {
        (, address vault) = VaultCode.locate(SELF, INIT_CODE_HASH, CHAIN_ID, terms);
        return vault;
    }

    /// @notice The state of the vault with these terms. Reverts where there is none.
    function stateOf(EscrowTerms memory terms) external view returns (VaultState) {
        return vaultAddress(terms).stateOf();
    }

    /// @notice Whether `signer` signed this EIP-712 struct in the registry's domain: ECDSA, also in the short form of
    ///         EIP-2098, then ERC-1271.
    function isSignedBy(address signer, bytes32 structHash, bytes calldata signature) public view returns (bool) {
        return Signatures.isSignedBy(signer, _hashTypedDataV4(structHash), signature);
    }

    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice Creates a vault that was funded before at its predicted address. Anyone may call it.
    function createEscrow(EscrowTerms memory terms) external onlyRegistry returns (address vault) {
        vault = _create(terms, 0);
        _requireFunded(terms, vault);
    }

    /// @notice Creates several vaults that were funded before. A vault that cannot be created does not stop the others, and its
    ///         answer is zero. Each may use its share of the gas that is left; 150,000 for each of them is enough.
    function createEscrowBatch(EscrowTerms[] calldata terms) external onlyRegistry returns (address[] memory vaults) {
        vaults = new address[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) {
            try this.createEscrow{gas: gasleft() / (terms.length - i)}(terms[i]) returns (address vault) {
                vaults[i] = vault;
            } catch {}
        }
    }

    /// @notice Creates a vault of the native token with the value sent, which is the amount.
    function createEscrowNative(EscrowTerms memory terms) external payable onlyRegistry returns (address vault) {
        if (terms.token != NATIVE_TOKEN) revert InvalidToken();
        if (msg.value != terms.amount) revert InvalidValue();
        return _create(terms, msg.value);
    }

    /// @notice Creates a vault with tokens of the creator, by an EIP-2612 permit.
    /// @dev The permit binds only an allowance, so the creator must also send or sign the terms. A permit that was
    ///      used before does not matter: the allowance decides.
    function createEscrowPermit(
        EscrowTerms memory terms,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s,
        uint256 deadline,
        bytes calldata creatorSignature
    ) external onlyRegistry returns (address vault) {
        try IERC20Permit(terms.token).permit(terms.creator, address(this), terms.amount, permitDeadline, v, r, s) {} catch {}
        return createEscrowSigned(terms, deadline, creatorSignature);
    }

    /// @notice Creates a vault with tokens of the creator, by an allowance and the creator's call or signature.
    function createEscrowSigned(EscrowTerms memory terms, uint256 deadline, bytes calldata creatorSignature)
        public
        onlyRegistry
        returns (address vault)
    {
        vault = _createForPull(terms);
        if (msg.sender != terms.creator) {
            _requireConsent(terms.creator, Signatures.createEscrow(terms, deadline), deadline, creatorSignature);
        }
        IERC20(terms.token).safeTransferFrom(terms.creator, vault, terms.amount);
        _requireFunded(terms, vault);
    }

    /// @notice As `createEscrowBatch`, for vaults by allowances and signatures.
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
            } catch {}
        }
    }

    /// @notice Creates a vault with tokens of the creator, by one signature for Permit2 that carries the terms as its
    ///         witness. It needs the creator's allowance to Permit2, and none to the registry.
    function createEscrowPermit2(EscrowTerms memory terms, uint256 nonce, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
        returns (address vault)
    {
        vault = _createForPull(terms);
        TokenPermissions memory permitted = TokenPermissions({token: terms.token, amount: terms.amount});
        PERMIT2.permitWitnessTransferFrom(
            PermitTransferFrom({permitted: permitted, nonce: nonce, deadline: deadline}),
            SignatureTransferDetails({to: vault, requestedAmount: terms.amount}),
            terms.creator,
            Signatures.escrowTerms(terms),
            Signatures.WITNESS_TYPE,
            signature
        );
        _requireFunded(terms, vault);
    }

    /// @notice Creates a vault with tokens of the creator, by one EIP-3009 signature. Its payee is the vault, whose address
    ///         is the terms. Any account may call it, or use the signature at the token first.
    function createEscrowAuthorized(EscrowTerms memory terms, Authorization calldata authorization)
        external
        onlyRegistry
        returns (address vault)
    {
        vault = _createForPull(terms);
        Authorization calldata given = authorization;
        bytes calldata signature = given.signature;
        // Whether the signature was used before, or fails, the balance tells.
        if (signature.length == 65) {
            (uint8 v, bytes32 r, bytes32 s) = ECDSA.parseCalldata(signature);
            try IERC3009(terms.token).transferWithAuthorization(
                terms.creator, vault, terms.amount, given.validAfter, given.validBefore, given.nonce, v, r, s
            ) {} catch {}
        } else {
            try IERC3009(terms.token).transferWithAuthorization(
                terms.creator, vault, terms.amount, given.validAfter, given.validBefore, given.nonce, signature
            ) {} catch {}
        }
        _requireFunded(terms, vault);
    }

    /// @notice Repays a vault that was funded and never created: the creator at any time, to any payee; anyone from
    ///         `cancelAfter` on, to the creator. It uses the terms up, so the creator revokes by it every signature over them,
    ///         at the token as well.
    /// @return amount What was repaid. Nothing, only when the creator calls: no other account uses up an empty address.
    function recoverPrefund(EscrowTerms memory terms, address to) external onlyRegistry returns (uint256 amount) {
        if (!Rules.mayRecover(msg.sender, terms.creator, to, block.timestamp, terms.cancelAfter)) revert NotCreator();
        address vault = _deploy(terms, 0);
        if (!Rules.isPayee(to, vault)) revert InvalidPayee();
        amount = _repay(terms, vault, to, CancelReason.PrefundRecovered);
        if (amount == 0 && msg.sender != terms.creator) revert NothingToPay();
    }

    /// @notice Pays the recipient of a plain vault against the secret. Anyone may call it.
    /// @param secret The 32 bytes whose SHA-256 is the commitment hash. They are public from the moment of the call.
    function claim(EscrowTerms calldata given, bytes32 secret) external onlyRegistry {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (terms.hopBridge != address(0)) revert IsHopVault();
        _settleClaim(terms, vault, secret);
        _payClaim(terms, vault, terms.recipient, secret, terms.amount);
    }

    /// @notice Claims several plain vaults. A vault that cannot be claimed does not stop the others; the answer says which were paid.
    function claimBatch(BatchClaim[] calldata claims) external onlyRegistry returns (bool[] memory claimed) {
        claimed = new bool[](claims.length);
        for (uint256 i = 0; i < claims.length; ++i) {
            BatchClaim calldata one = claims[i];
            try this.claim{gas: one.gasLimit}(one.terms, one.secret) {
                claimed[i] = true;
            } catch {}
        }
    }

    /// @notice Pays another address than the recipient's, by the recipient's call or signature. It also serves a hop
    ///         vault whose bridge cannot be used: the funds then stay on this chain. A vault that has come to hold less
    ///         than its amount (its token rebased, or took a fee) pays what it holds.
    function claimTo(EscrowTerms calldata given, bytes32 secret, address to, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (!Rules.isPayee(to, vault)) revert InvalidPayee();
        _requireConsent(terms.recipient, Signatures.claimTo(vault, to, deadline), deadline, signature);
        _settleClaim(terms, vault, secret);
        uint256 balance = _balanceOf(terms.token, vault);
        if (balance == 0) revert NothingToPay();
        _payClaim(terms, vault, to, secret, Rules.payout(balance, terms.amount));
    }

    /// @notice Bridges the amount on to the recipient of the route. Anyone may call it with the recipient's signature.
    ///         When the bridge fails, in whatever way, the recipient is paid on this chain instead: the secret is public by then.
    function claimHop(EscrowTerms calldata given, bytes32 secret, HopRoute calldata route, bytes calldata signature)
        external
        onlyRegistry
    {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (terms.hopBridge == address(0)) revert NotHopVault();
        if (route.hopRecipient == address(0)) revert InvalidPayee();
        if (!Rules.isFee(route.feeToken, terms.token, route.relayerFee, terms.amount)) revert InvalidHopFee();
        _requireConsent(terms.recipient, Signatures.hopClaim(vault, terms, route), route.deadline, signature);
        _settleClaim(terms, vault, secret);
        // A call passes on at most 63 parts of 64.
        if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();
        vault.setLock(true);
        try EscrowVault(vault).vaultDispatch{gas: route.dispatchGas}(
            terms.hopBridge, terms.token, terms.amount, route
        ) returns (bytes32 messageId) {
            vault.setLock(false);
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
    }

    /// @notice Repays the creator once `cancelAfter` has passed. Anyone may call it.
    function cancel(EscrowTerms calldata given) external onlyRegistry {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert CancelTooEarly();
        _repay(terms, vault, terms.creator, CancelReason.Expired);
    }

    /// @notice Repays another address than the creator's once `cancelAfter` has passed, by the creator's call or signature.
    function cancelTo(EscrowTerms calldata given, address to, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert CancelTooEarly();
        if (!Rules.isPayee(to, vault)) revert InvalidPayee();
        _requireConsent(terms.creator, Signatures.cancelTo(vault, to, deadline), deadline, signature);
        _repay(terms, vault, to, CancelReason.Expired);
    }

    /// @notice Repays the creator before `cancelAfter`, because the recipient agrees. The money can go to the creator alone.
    function cancelWithConsent(EscrowTerms calldata given, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        (EscrowTerms memory terms, address vault) = _read(given);
        _requireConsent(terms.recipient, Signatures.consentCancel(vault, deadline), deadline, signature);
        _repay(terms, vault, terms.creator, CancelReason.Consent);
    }

    /// @notice Sends what a settled vault still holds: what was sent above the amount, or later, or in another token by
    ///         mistake. Anyone may send it to the creator; the creator, by call or signature, to any payee.
    /// @dev Refused for every token while the vault is open: a token may answer at two addresses, and the second one
    ///      would move the escrow itself.
    function sweep(EscrowTerms calldata given, address token, address to, uint256 deadline, bytes calldata signature)
        external
        onlyRegistry
    {
        (EscrowTerms memory terms, address vault) = _read(given);
        if (!Rules.isPayee(to, vault)) revert InvalidPayee();
        if (to != terms.creator) {
            _requireConsent(terms.creator, Signatures.sweepTo(vault, token, to, deadline), deadline, signature);
        }
        if (vault.isLocked()) revert VaultLocked();
        if (vault.stateOf() == VaultState.Open) revert NotSettled();
        uint256 amount = _balanceOf(token, vault);
        _pay(vault, token, to, amount);
        emit EscrowSwept(vault, token, to, amount);
    }

    /// @dev The vault is created before the tokens are pulled: while a token calls back, the vault exists without its
    ///      amount, can pay nobody, and cannot be created a second time.
    function _createForPull(EscrowTerms memory terms) private returns (address vault) {
        if (terms.token == NATIVE_TOKEN) revert InvalidToken();
        return _create(terms, 0);
    }

    function _create(EscrowTerms memory terms, uint256 value) private returns (address vault) {
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

    /// @dev It looks for code first: a CREATE2 collision would burn 63/64 of the gas that is left.
    function _deploy(EscrowTerms memory terms, uint256 value) private returns (address vault) {
        bytes32 salt;
        (salt, vault) = VaultCode.locate(SELF, INIT_CODE_HASH, CHAIN_ID, terms);
        if (vault.code.length != 0) revert AlreadyCreated(vault);
        ++vaultCount;
        bytes memory code = VaultCode.initCode(SELF, this.vaultCount.selector);
        address created;
        assembly ("memory-safe") {
            created := create2(value, add(code, 0x20), mload(code), salt)
        }
        assert(created == vault);
    }

    /// @dev The terms as they came in, and their vault. Bits outside of a field's range give another address, where there is
    ///      no vault, since every way to create one refuses them.
    function _read(EscrowTerms calldata given) private view returns (EscrowTerms memory terms, address vault) {
        assembly ("memory-safe") {
            calldatacopy(terms, given, 0xe0)
        }
        vault = vaultAddress(terms);
    }

    function _settleClaim(EscrowTerms memory terms, address vault, bytes32 secret) private {
        vault.settle(VaultState.Claimed);
        if (!Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert ClaimWindowClosed();
        if (_sha256(secret) != terms.commitmentHash) revert WrongSecret();
    }

    /// @dev The precompile fails for 32 bytes only without gas. The answer is then zero, and zero is no commitment hash.
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

    /// @dev Repays the whole balance: what was sent above the amount is the creator's as well.
    function _repay(EscrowTerms memory terms, address vault, address to, CancelReason reason)
        private
        returns (uint256 amount)
    {
        vault.settle(VaultState.Cancelled);
        amount = _balanceOf(terms.token, vault);
        _pay(vault, terms.token, to, amount);
        emit EscrowCancelled(vault, terms.commitmentHash, terms.creator, amount, reason);
        if (to != terms.creator) emit EscrowRedirected(vault, to);
    }

    /// @dev Has a vault that exists, and is settled, pay. Its revert data is handed on. Nothing is moved when there is nothing:
    ///      a token that is paused, or that refuses to move zero, must not keep a vault open or a signature valid.
    function _pay(address vault, address token, address to, uint256 amount) private {
        if (amount == 0) return;
        vault.setLock(true);
        bytes4 selector = this.vaultPay.selector;
        assembly ("memory-safe") {
            let at := mload(0x40)
            mstore(at, selector)
            mstore(add(at, 4), token)
            mstore(add(at, 0x24), to)
            mstore(add(at, 0x44), amount)
            if iszero(call(gas(), vault, 0, at, 0x64, 0, 0)) {
                returndatacopy(at, 0, returndatasize())
                revert(at, returndatasize())
            }
        }
        vault.setLock(false);
    }

    function _requireValid(EscrowTerms memory terms) private view {
        // The batches call the registry itself: as creator it would sign for tokens that were sent to it by mistake.
        bool areParties = terms.creator != address(0) && terms.recipient != address(0) && terms.creator != SELF;
        if (!areParties || terms.creator == terms.recipient) revert InvalidParties();
        if (terms.amount == 0) revert InvalidAmount();
        if (terms.commitmentHash == 0) revert InvalidCommitmentHash();
        if (!Rules.isWindow(block.timestamp, terms.cancelAfter)) revert InvalidCancelAfter();
        bool isNative = terms.token == NATIVE_TOKEN;
        if (!isNative && terms.token.code.length == 0) revert InvalidToken();
        bool isHop = terms.hopBridge != address(0);
        if (isHop && (isNative || terms.hopBridge.code.length == 0)) revert InvalidHopBridge();
    }

    /// @dev A transfer that takes a fee leaves less than the amount. Tokens that others sent before count.
    function _requireFunded(EscrowTerms memory terms, address vault) private view {
        uint256 balance = _balanceOf(terms.token, vault);
        if (balance < terms.amount) revert Underfunded(balance, terms.amount);
    }

    /// @dev A token whose code is gone holds nothing for anybody. Should it come back, `sweep` pays what it then holds.
    function _balanceOf(address token, address vault) private view returns (uint256) {
        if (token == NATIVE_TOKEN) return vault.balance;
        return token.code.length == 0 ? 0 : IERC20(token).balanceOf(vault);
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
