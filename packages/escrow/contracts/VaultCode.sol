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

    /// @notice The terms as they stand in the code.
    function pack(EscrowTerms memory terms) internal pure returns (bytes memory) {
        return abi.encodePacked(
            terms.token,
            terms.creator,
            terms.recipient,
            terms.hopBridge,
            terms.amount,
            terms.cancelAfter,
            terms.commitmentHash
        );
    }

    /// @notice The creation code of the vault with these terms.
    function initCode(address implementation, EscrowTerms memory terms) internal pure returns (bytes memory) {
        return abi.encodePacked(
            hex"61",
            uint16(RUNTIME_SIZE),
            hex"3d81600a3d39f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3",
            pack(terms)
        );
    }

    /// @notice The address at which `registry` creates a vault with this creation code.
    function addressOf(address registry, bytes memory code) internal view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", registry, bytes32(block.chainid), keccak256(code)));
        return address(uint160(uint256(hash)));
    }

    /// @notice Reads the terms out of a vault's code. The caller knows that `vault` is one.
    function read(address vault) internal view returns (EscrowTerms memory terms) {
        bytes32 first;
        bytes32 second;
        bytes32 third;
        bytes32 fourth;
        bytes32 fifth;
        assembly ("memory-safe") {
            // The free memory is used as scratch space; nothing is kept there.
            let buffer := mload(0x40)
            extcodecopy(vault, buffer, TERMS_OFFSET, TERMS_SIZE)
            first := mload(buffer)
            second := mload(add(buffer, 20))
            third := mload(add(buffer, 40))
            fourth := mload(add(buffer, 60))
            fifth := mload(add(buffer, 80))
            mstore(add(terms, 0xc0), mload(add(buffer, 101)))
        }
        terms.token = address(bytes20(first));
        terms.creator = address(bytes20(second));
        terms.recipient = address(bytes20(third));
        terms.hopBridge = address(bytes20(fourth));
        terms.amount = uint128(bytes16(fifth));
        terms.cancelAfter = uint40(uint256(fifth) >> 88);
    }
}
