// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {NATIVE_TOKEN} from "./EscrowTypes.sol";

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
}
