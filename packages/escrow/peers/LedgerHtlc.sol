// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title A contract that holds all swaps of a token, as Garden's does: re-created from its published layout, for the gas bench alone
/// @notice Five words of storage for a swap, a sixth when it ends. Signatures are left out.
contract LedgerHtlc {
    using SafeERC20 for IERC20;

    struct Order {
        address initiator;
        address redeemer;
        uint256 initiatedAt;
        uint256 timelock;
        uint256 amount;
        uint256 fulfilledAt;
    }

    IERC20 public immutable TOKEN;
    mapping(bytes32 orderId => Order) public orders;

    event Initiated(bytes32 indexed orderId, bytes32 indexed secretHash, uint256 indexed amount);
    event Redeemed(bytes32 indexed orderId, bytes32 indexed secretHash, bytes secret);
    event Refunded(bytes32 indexed orderId);

    error WrongTerms();
    error WrongSecret();
    error AlreadyFulfilled();
    error NotExpired();

    constructor(IERC20 token) {
        TOKEN = token;
    }

    function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) external {
        if (redeemer == address(0) || redeemer == msg.sender || timelock == 0 || amount == 0) revert WrongTerms();
        bytes32 id = _idOf(secretHash, msg.sender, redeemer, timelock, amount);
        if (orders[id].timelock != 0) revert WrongTerms();
        orders[id] = Order(msg.sender, redeemer, block.number, timelock, amount, 0);
        emit Initiated(id, secretHash, amount);
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
    }

    function redeem(bytes32 orderId, bytes calldata secret) external {
        Order storage order = orders[orderId];
        address redeemer = order.redeemer;
        if (redeemer == address(0)) revert WrongTerms();
        if (order.fulfilledAt != 0) revert AlreadyFulfilled();
        bytes32 secretHash = sha256(secret);
        uint256 amount = order.amount;
        if (_idOf(secretHash, order.initiator, redeemer, order.timelock, amount) != orderId) revert WrongSecret();
        order.fulfilledAt = block.number;
        emit Redeemed(orderId, secretHash, secret);
        TOKEN.safeTransfer(redeemer, amount);
    }

    function refund(bytes32 orderId) external {
        Order storage order = orders[orderId];
        if (order.redeemer == address(0)) revert WrongTerms();
        if (order.fulfilledAt != 0) revert AlreadyFulfilled();
        if (order.initiatedAt + order.timelock >= block.number) revert NotExpired();
        order.fulfilledAt = block.number;
        emit Refunded(orderId);
        TOKEN.safeTransfer(order.initiator, order.amount);
    }

    function _idOf(bytes32 secretHash, address initiator, address redeemer, uint256 timelock, uint256 amount)
        private
        view
        returns (bytes32)
    {
        return sha256(abi.encode(block.chainid, secretHash, initiator, redeemer, timelock, amount, address(this)));
    }
}
