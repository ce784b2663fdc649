// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EscrowTerms, NATIVE_TOKEN} from "./EscrowTypes.sol";
import {IEscrowRegistry} from "./IEscrowRegistry.sol";

/// @notice The payee refused the native token. Use `claimTo` or `cancelTo` with another address.
error NativeTransferFailed();

/// @title Balances and payments, the same for ERC-20 tokens and the chain's own
library Payment {
    using SafeERC20 for IERC20;

    function balanceOf(address token, address owner) internal view returns (uint256) {
        return token == NATIVE_TOKEN ? owner.balance : IERC20(token).balanceOf(owner);
    }

    /// @dev All gas is forwarded: a cap would strand payees that are contracts. Returned data is not copied, so that a
    ///      payee cannot make the payer run out of gas with it. Callers write their state first.
    function pay(address token, address to, uint256 amount) internal {
        if (token != NATIVE_TOKEN) {
            IERC20(token).safeTransfer(to, amount);
            return;
        }
        bool paid;
        assembly ("memory-safe") {
            paid := call(gas(), to, amount, 0, 0, 0, 0)
        }
        if (!paid) revert NativeTransferFailed();
    }

    /// @dev By EIP-3009, from the creator to the vault. Whether the signature was used before, or fails, the balance tells.
    function transferAuthorized(EscrowTerms memory terms, address vault, IEscrowRegistry.Authorization calldata given)
        internal
    {
        bytes calldata signature = given.signature;
        bytes memory data = signature.length == 65
            ? abi.encodeWithSignature(
                "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
                terms.creator,
                vault,
                terms.amount,
                given.validAfter,
                given.validBefore,
                given.nonce,
                uint8(signature[64]),
                bytes32(signature[:32]),
                bytes32(signature[32:64])
            )
            : abi.encodeWithSignature(
                "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
                terms.creator,
                vault,
                terms.amount,
                given.validAfter,
                given.validBefore,
                given.nonce,
                signature
            );
        address token = terms.token;
        assembly ("memory-safe") {
            pop(call(gas(), token, 0, add(data, 0x20), mload(data), 0, 0))
        }
    }
}
