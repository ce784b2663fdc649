// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {HopRoute} from "../EscrowTypes.sol";

/// @title What a hop vault asks of its bridge
interface IHopBridge {
    /// @notice Takes `amount` of `token` from the caller and sends it on.
    /// @return messageId The message that carries it, by which its delivery can be followed.
    function dispatch(address token, uint256 amount, HopRoute calldata route) external returns (bytes32 messageId);
}
