// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "./EscrowTypes.sol";

/// @title The code of a vault, and where it stands
/// @notice A vault is a minimal clone (ERC-7511) of its registry, followed by the vault's index: 49 bytes. Its terms are
///         the salt of its address: nobody can create another vault there, and nobody can change them.
/// @dev The creation code is the same for every vault, so its hash is known. It asks the registry for the index while it
///      runs, because the index must not be part of the address.
library VaultCode {
    /// @param indexSelector The registry's function that says the index of the vault that is being created.
    /// @dev In assembly because every creation builds it; `abi.encodePacked` takes 500 gas more.
    function initCode(address registry, bytes4 indexSelector) internal pure returns (bytes memory code) {
        assembly ("memory-safe") {
            code := mload(0x40)
            mstore(code, 73)
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

    /// @notice The salt of the vault with these terms, and the address at which `registry` creates it.
    function locate(address registry, bytes32 initCodeHash, uint256 chainId, EscrowTerms memory terms)
        internal
        pure
        returns (bytes32 salt, address vault)
    {
        assembly ("memory-safe") {
            // keccak256(chainId ‖ keccak256(abi.encode(terms)))
            mstore(0, chainId)
            mstore(0x20, keccak256(terms, 0xe0))
            salt := keccak256(0, 0x40)
            // keccak256(0xff ‖ registry ‖ salt ‖ initCodeHash); the free memory is scratch space.
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
            extcodecopy(vault, 27, 44, 5)
            index := mload(0)
        }
    }
}
