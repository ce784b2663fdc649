// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {CancelReason, EscrowTerms, VaultState} from "./EscrowTypes.sol";
import {EscrowVault} from "./EscrowVault.sol";
import {Rules} from "./Rules.sol";
import {VaultCode} from "./VaultCode.sol";

/// @title What creating and settling share: where a vault stands, what has become of it, and who signed
abstract contract EscrowBase is EscrowVault, EIP712 {
    /// @notice How many vaults were created. While one is being created, its index.
    uint256 public vaultCount;

    /// @dev Part of every vault's address. Not read anew: if a fork of the chain took another id, the vaults that are
    ///      open there would otherwise no longer be known.
    uint256 private immutable CHAIN_ID = block.chainid;

    bytes32 private immutable INIT_CODE_HASH =
        keccak256(VaultCode.initCode(address(this), bytes4(keccak256("vaultCount()"))));

    /// @dev Where the vaults' states stand: 128 of them in each slot from here on, two bits each. They share slots so that
    ///      settling writes to one that is in use: 5,000 gas instead of 22,100.
    uint256 private constant STATES = uint256(keccak256("tandem.escrow.states"));

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
    /// @notice A vault repaid its creator, or whom the creator named (`EscrowRedirected`).
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
    /// @notice A repayment went to another address than the creator's, as the creator wished.
    /// @param vault The vault.
    /// @param to Who was repaid.
    event EscrowRedirected(address indexed vault, address indexed to);

    /// @notice There is no vault with these terms.
    error NotCreated(address vault);
    /// @notice The vault was claimed or cancelled before.
    error AlreadySettled();
    /// @notice The signature is not by the party that must sign.
    error InvalidSignature();
    /// @notice The signature's deadline has passed.
    error SignatureExpired();
    /// @notice The payee must be neither zero nor the vault itself.
    error InvalidPayee();

    /// @notice The address of the vault with these terms, whether it exists or not. Never reverts.
    /// @param terms The escrow.
    function vaultAddress(EscrowTerms memory terms) public view returns (address) {
        return VaultCode.addressOf(SELF, VaultCode.saltOf(CHAIN_ID, terms), INIT_CODE_HASH);
    }

    /// @notice The state of the vault with these terms. Reverts where there is none.
    /// @param terms The escrow.
    function stateOf(EscrowTerms memory terms) external view returns (VaultState) {
        return _stateOf(vaultAddress(terms));
    }

    /// @notice Whether `signer` signed this EIP-712 struct in the registry's domain: ECDSA, also in the short form of
    ///         EIP-2098, then ERC-1271.
    /// @dev ECDSA first: an account that delegates by EIP-7702 has code and still signs with its key.
    function isSignedBy(address signer, bytes32 structHash, bytes calldata signature) public view returns (bool) {
        bytes32 digest = _hashTypedDataV4(structHash);
        (address recovered, ECDSA.RecoverError error,) = signature.length == 64
            ? ECDSA.tryRecover(digest, bytes32(signature[:32]), bytes32(signature[32:]))
            : ECDSA.tryRecover(digest, signature);
        if (error == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);
    }

    /// @notice The EIP-712 domain separator.
    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function _stateOf(address vault) internal view returns (VaultState) {
        (uint256 slot, uint256 unit) = _placeOf(vault);
        uint256 states;
        assembly ("memory-safe") {
            states := sload(slot)
        }
        return VaultState(Rules.stateIn(states, unit));
    }

    /// @dev Marks an open vault as settled. It must come before anything is paid.
    function _settle(address vault, VaultState state) internal {
        (uint256 slot, uint256 unit) = _placeOf(vault);
        uint256 states;
        assembly ("memory-safe") {
            states := sload(slot)
        }
        if (Rules.stateIn(states, unit) != uint256(VaultState.Open)) revert AlreadySettled();
        states = Rules.settled(states, unit, uint256(state));
        assembly ("memory-safe") {
            sstore(slot, states)
        }
    }

    /// @dev Locks the vault against sweeps until it is unlocked: what is paid by then is not a rest. A second settlement is
    ///      refused by the vault's state.
    function _lock(address vault) internal {
        assembly ("memory-safe") {
            tstore(vault, 1)
        }
    }

    function _unlock(address vault) internal {
        assembly ("memory-safe") {
            tstore(vault, 0)
        }
    }

    function _isLocked(address vault) internal view returns (bool isLocked) {
        assembly ("memory-safe") {
            isLocked := tload(vault)
        }
    }

    /// @dev Has a vault that exists pay. Its revert data is handed on.
    function _pay(address vault, address token, address to, uint256 amount) internal {
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
    }

    /// @dev Where a vault's state stands. The index has 40 bits, so the sum cannot reach another variable's slot.
    function _placeOf(address vault) private view returns (uint256 slot, uint256 unit) {
        uint256 index = VaultCode.indexOf(vault);
        if (index == 0) revert NotCreated(vault);
        unchecked {
            return (STATES + (index >> 7), 1 << ((index & 127) << 1));
        }
    }

    /// @dev Creates the vault. `vault` was derived from the terms. It looks for code first: a CREATE2 collision would burn
    ///      63/64 of the gas that is left.
    function _deploy(EscrowTerms memory terms, address vault, uint256 value) internal {
        unchecked {
            ++vaultCount;
        }
        bytes memory code = VaultCode.initCode(address(this), this.vaultCount.selector);
        bytes32 salt = VaultCode.saltOf(CHAIN_ID, terms);
        address created;
        assembly ("memory-safe") {
            created := create2(value, add(code, 0x20), mload(code), salt)
        }
        assert(created == vault);
    }

    function _requirePayee(address vault, address to) internal pure {
        if (!Rules.isPayee(to, vault)) revert InvalidPayee();
    }
}
