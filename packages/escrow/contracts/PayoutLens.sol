// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {NATIVE_TOKEN} from "./EscrowTypes.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title PayoutLens
/// @notice Tries the payouts of many vaults in one `eth_call`. It is never deployed: the question brings it along as a state
/// override, at an address of its own, and at each vault as a minimal proxy to it, so that the vault itself pays.
contract PayoutLens {
    /// @param vault The vault that pays.
    /// @param token The token, or the mark of the native one.
    /// @param to The payee.
    /// @param amount In base units.
    struct Payout {
        address vault;
        address token;
        address to;
        uint256 amount;
    }

    /// @notice The payout went through. An error, because that undoes it.
    error Paid();
    /// @notice The payout did not go through.
    error NotPaid();

    /// @dev Gas of a try beside its payout: two calls to accounts that were not touched before, and a transfer of value.
    uint256 private constant BESIDE_PAYOUT = 40_000;

    /// @notice Tries each of them. A payout that went through is undone before the next one is tried, also for the price of
    /// what it has touched.
    /// @param payouts The payouts.
    /// @param payoutGas The gas that each of them may use.
    /// @return doPay Whether each goes through. False says nothing: it may have failed, there may have been too little gas
    /// left to try it, or the lens does not stand at the vault.
    function tryAll(Payout[] calldata payouts, uint256 payoutGas) external returns (bool[] memory doPay) {
        uint256 count = payouts.length;
        doPay = new bool[](count);
        for (uint256 i = 0; i < count; ++i) {
            if (gasleft() < (payoutGas + BESIDE_PAYOUT) * 65 / 63) break;
            if (payouts[i].vault.code.length == 0) continue;
            try PayoutLens(payouts[i].vault).tryOne(payouts[i], payoutGas) {
                continue;
            } catch (bytes memory answer) {
                // Casting to 'bytes4' is safe because the answer has that length.
                // forge-lint: disable-next-line(unsafe-typecast)
                doPay[i] = answer.length == 4 && bytes4(answer) == Paid.selector;
            }
        }
    }

    /// @notice Pays, as the vault at whose address this code stands, and reverts with what came of it.
    /// @param payout The payout.
    /// @param payoutGas The gas that it may use.
    function tryOne(Payout calldata payout, uint256 payoutGas) external {
        bool isNative = payout.token == NATIVE_TOKEN;
        address target = isNative ? payout.to : payout.token;
        uint256 value = isNative ? payout.amount : 0;
        bytes memory data = isNative ? bytes("") : abi.encodeCall(IERC20.transfer, (payout.to, payout.amount));
        bool isPaid;
        uint256 answer;
        // No more than a word is copied, so that nobody can use up our gas with the answer.
        assembly ("memory-safe") {
            isPaid := call(payoutGas, target, value, add(data, 0x20), mload(data), 0, 0x20)
            answer := mload(0)
            if iszero(returndatasize()) { answer := 1 }
            if and(gt(returndatasize(), 0), lt(returndatasize(), 0x20)) { answer := 0 }
        }
        if (isPaid && (isNative || answer == 1)) revert Paid();
        revert NotPaid();
    }
}
