// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {HopRoute} from "./EscrowTypes.sol";
import {IHopBridge} from "./interfaces/IHopBridge.sol";
import {Payment} from "./Payment.sol";

/// @title What a vault can do with its money
/// @notice A part of the registry's code that runs only in a vault's place: a vault delegates every call to its registry's
///         code, which refuses callers other than the registry itself. So the registry alone moves a vault's money.
/// @dev The code keeps no storage in a vault. The registry keeps the state of each vault.
abstract contract EscrowVault {
    using SafeERC20 for IERC20;

    /// @dev The registry. In a vault, which runs the same code, `address(this)` is another.
    address internal immutable SELF = address(this);

    /// @notice The call must reach the registry, and this is a vault.
    error NotRegistry();
    /// @notice The call must reach a vault from its registry.
    error NotVault();
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

    /// @notice In a vault, by its registry: pays out of it.
    /// @param token The token, or `NATIVE_TOKEN`.
    /// @param to Who is paid.
    /// @param amount In base units.
    function vaultPay(address token, address to, uint256 amount) external onlyVault {
        Payment.pay(token, to, amount);
    }

    /// @notice In a vault, by its registry: gives the bridge exactly the amount, and checks that it took exactly that.
    /// @param hopBridge The bridge.
    /// @param token The token.
    /// @param amount In base units, the fee included.
    /// @param route Where it goes.
    /// @return messageId The message that carries it.
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
