// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {HopRoute, NATIVE_TOKEN} from "./EscrowTypes.sol";
import {IHopBridge} from "./interfaces/IHopBridge.sol";

/// @title What a vault can do with its money
/// @notice A part of the registry's code that runs only in a vault's place: a vault delegates every call to its registry's
///         code, which refuses callers other than the registry itself. It keeps no storage in a vault.
abstract contract EscrowVault {
    using SafeERC20 for IERC20;

    /// @dev The registry, in a vault as well.
    address internal immutable SELF = address(this);

    error NotRegistry();
    error NotVault();
    /// @notice The payee refused the native token. Use `claimTo` or `cancelTo` with another address.
    error NativeTransferFailed();
    /// @notice The bridge took another amount than it was given, or left an allowance behind.
    error BridgeMismatch();

    modifier onlyRegistry() {
        if (address(this) != SELF) revert NotRegistry();
        _;
    }

    modifier onlyVault() {
        if (address(this) == SELF || msg.sender != SELF) revert NotVault();
        _;
    }

    /// @dev All gas is forwarded: a cap would strand payees that are contracts. Returned data is not copied, so that a
    ///      payee cannot make the payer run out of gas with it.
    function vaultPay(address token, address to, uint256 amount) external onlyVault {
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

    /// @notice Gives the bridge exactly the amount, the fee included, and checks that it took exactly that.
    function vaultDispatch(address hopBridge, address token, uint256 amount, HopRoute calldata route)
        external
        onlyVault
        returns (bytes32 messageId)
    {
        uint256 balance = IERC20(token).balanceOf(address(this));
        IERC20(token).forceApprove(hopBridge, amount);
        messageId = IHopBridge(hopBridge).dispatch(token, amount, route);
        bool isExact = IERC20(token).balanceOf(address(this)) + amount == balance;
        if (!isExact || IERC20(token).allowance(address(this), hopBridge) != 0) revert BridgeMismatch();
    }
}
