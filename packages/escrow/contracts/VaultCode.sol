// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "./EscrowTypes.sol";

/// @title The code of a vault: an ERC-1167 clone with the packed terms behind it
/// @notice The terms stand in the vault's code, so they cost no storage, cannot change, and are part of its address.
///         Runtime: 45 bytes of clone, then 133 bytes of terms.
library VaultCode {
    /// @dev Where the terms start in the runtime code.
    uint256 internal constant TERMS_OFFSET = 0x2d;
    /// @dev token 20, creator 20, recipient 20, hopBridge 20, amount 16, cancelAfter 5, commitmentHash 32.
    uint256 internal constant TERMS_SIZE = 133;
    uint256 internal constant RUNTIME_SIZE = TERMS_OFFSET + TERMS_SIZE;
    /// @dev 10 bytes of constructor in front of the runtime code.
    uint256 internal constant INIT_SIZE = 188;

    /// @notice The creation code of the vault with these terms.
    /// @dev In assembly because every creation and every settlement builds it; `abi.encodePacked` takes 500 gas more.
    ///      Each word is written from the left, and the next one overwrites what is behind its field.
    function initCode(address implementation, EscrowTerms memory terms) internal pure returns (bytes memory code) {
        code = _initCode(implementation);
        assembly ("memory-safe") {
            let at := add(code, 0x20)
            mstore(add(at, 55), shl(96, mload(terms))) // token
            mstore(add(at, 75), shl(96, mload(add(terms, 0x20)))) // creator
            mstore(add(at, 95), shl(96, mload(add(terms, 0x40)))) // recipient
            mstore(add(at, 115), shl(96, mload(add(terms, 0x60)))) // hopBridge
            mstore(add(at, 135), shl(128, mload(add(terms, 0x80)))) // amount
            mstore(add(at, 151), shl(216, mload(add(terms, 0xa0)))) // cancelAfter
            mstore(add(at, 156), mload(add(terms, 0xc0))) // commitmentHash
        }
    }

    /// @notice The creation code of a vault with the terms that stand at `vault`, whatever stands there.
    function initCodeAt(address implementation, address vault) internal view returns (bytes memory code) {
        code = _initCode(implementation);
        assembly ("memory-safe") {
            extcodecopy(vault, add(code, 87), TERMS_OFFSET, TERMS_SIZE)
        }
    }

    /// @dev The creation code without its terms, and the room for them.
    function _initCode(address implementation) private pure returns (bytes memory code) {
        assembly ("memory-safe") {
            code := mload(0x40)
            mstore(code, INIT_SIZE)
            let at := add(code, 0x20)
            // PUSH2 RUNTIME_SIZE, then the constructor that returns what follows it, then the clone's first half.
            mstore(at, shl(96, 0x6100b23d81600a3d39f3363d3d373d3d3d363d73))
            mstore(add(at, 20), shl(96, implementation))
            mstore(add(at, 40), shl(136, 0x5af43d82803e903d91602b57fd5bf3))
            mstore(0x40, add(at, 192))
        }
    }

    /// @notice The address at which `registry` creates a vault with this creation code.
    /// @param salt The chain's id.
    function addressOf(address registry, uint256 salt, bytes memory code) internal pure returns (address vault) {
        assembly ("memory-safe") {
            // keccak256(0xff ‖ registry ‖ salt ‖ keccak256(code)); the free memory is scratch space.
            let at := mload(0x40)
            mstore8(at, 0xff)
            mstore(add(at, 1), shl(96, registry))
            mstore(add(at, 21), salt)
            mstore(add(at, 53), keccak256(add(code, 0x20), mload(code)))
            vault := shr(96, shl(96, keccak256(at, 85)))
        }
    }

    /// @notice Reads the terms out of a vault's code. The caller knows that `vault` is one.
    function read(address vault) internal view returns (EscrowTerms memory terms) {
        assembly ("memory-safe") {
            // The free memory is used as scratch space; nothing is kept there.
            let buffer := mload(0x40)
            extcodecopy(vault, buffer, TERMS_OFFSET, TERMS_SIZE)
            mstore(terms, shr(96, mload(buffer))) // token
            mstore(add(terms, 0x20), shr(96, mload(add(buffer, 20)))) // creator
            mstore(add(terms, 0x40), shr(96, mload(add(buffer, 40)))) // recipient
            mstore(add(terms, 0x60), shr(96, mload(add(buffer, 60)))) // hopBridge
            mstore(add(terms, 0x80), shr(128, mload(add(buffer, 80)))) // amount
            mstore(add(terms, 0xa0), shr(216, mload(add(buffer, 96)))) // cancelAfter
            mstore(add(terms, 0xc0), mload(add(buffer, 101))) // commitmentHash
        }
    }
}
