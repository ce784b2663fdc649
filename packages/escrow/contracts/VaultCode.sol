// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "./EscrowTypes.sol";

/// @title The code of a vault, and where it stands
/// @notice A vault is a minimal clone (ERC-7511) of its registry, followed by the vault's index: 49 bytes. Its terms are
///         the salt of its address: nobody can create another vault there, and nobody can change them.
/// @dev The creation code is the same for every vault, so its hash is known. It asks the registry for the index while it
///      runs, because the index must not be part of the address.
library VaultCode {
    /// @dev 29 bytes of constructor and 44 bytes of clone.
    uint256 internal constant INIT_SIZE = 73;
    /// @dev Where the index stands in the vault's code: behind the clone.
    uint256 internal constant INDEX_OFFSET = 44;
    /// @dev Bytes of the index.
    uint256 internal constant INDEX_SIZE = 5;

    /// @notice The creation code of every vault of a registry.
    /// @param registry What the vault runs when it is called.
    /// @param indexSelector The registry's function that says the index of the vault that is being created.
    /// @dev In assembly because every creation builds it; `abi.encodePacked` takes 500 gas more.
    function initCode(address registry, bytes4 indexSelector) internal pure returns (bytes memory code) {
        assembly ("memory-safe") {
            code := mload(0x40)
            mstore(code, INIT_SIZE)
            let at := add(code, 0x20)
            // mstore(0, indexSelector); staticcall(gas, caller, 28, 4, 17, 32): the last 5 bytes of the answer are behind
            // the clone's 44; codecopy(0, 29, 44); return(0, 49).
            mstore(at, shl(248, 0x63))
            mstore(add(at, 1), indexSelector)
            mstore(add(at, 5), shl(64, 0x5f52602060116004601c335afa50602c601d5f3960315ff3))
            // ERC-7511: delegates every call, and hands on what comes back.
            mstore(add(at, 29), shl(184, 0x365f5f375f5f365f73))
            mstore(add(at, 38), shl(96, registry))
            mstore(add(at, 58), shl(136, 0x5af43d5f5f3e5f3d91602a57fd5bf3))
            mstore(0x40, add(at, 96))
        }
    }

    /// @notice The salt of the vault with these terms: keccak256(chainId ‖ keccak256(abi.encode(terms))).
    /// @param chainId The chain's id when the registry was created.
    function saltOf(uint256 chainId, EscrowTerms memory terms) internal pure returns (bytes32 salt) {
        assembly ("memory-safe") {
            mstore(0, chainId)
            mstore(0x20, keccak256(terms, 0xe0))
            salt := keccak256(0, 0x40)
        }
    }

    /// @notice The address at which `registry` creates the vault with this salt.
    /// @param initCodeHash keccak256 of the creation code.
    function addressOf(address registry, bytes32 salt, bytes32 initCodeHash) internal pure returns (address vault) {
        assembly ("memory-safe") {
            // keccak256(0xff ‖ registry ‖ salt ‖ keccak256(code)); the free memory is scratch space.
            let at := mload(0x40)
            mstore(at, or(shl(248, 0xff), shl(88, registry)))
            mstore(add(at, 21), salt)
            mstore(add(at, 53), initCodeHash)
            vault := shr(96, shl(96, keccak256(at, 85)))
        }
    }

    /// @notice The index of a vault, from 1 on; zero where no vault was created. `vault` was derived from its terms, so
    ///         nothing else can stand there.
    function indexOf(address vault) internal view returns (uint256 index) {
        assembly ("memory-safe") {
            mstore(0, 0)
            extcodecopy(vault, 27, INDEX_OFFSET, INDEX_SIZE)
            index := mload(0)
        }
    }
}
