// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";

/// @dev The terms stand in no storage: their hash is the salt of the clone's address.
struct Immutables {
    bytes32 orderHash;
    bytes32 hashlock;
    address maker;
    address taker;
    address token;
    uint256 amount;
    uint256 safetyDeposit;
    uint256 timelocks;
}

/// @title A clone for each escrow, as 1inch's destination side: re-created from its published layout, for the gas bench alone
/// @notice The clone settles itself and emits its own event: no ledger of states, no registry, no announcement.
contract CloneEscrow {
    using SafeERC20 for IERC20;

    address private immutable FACTORY = msg.sender;
    bytes32 private immutable CLONE_CODE_HASH = keccak256(
        abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", address(this), hex"5af43d82803e903d91602b57fd5bf3"
        )
    );

    event EscrowWithdrawal(bytes32 secret);
    event EscrowCancelled();

    error InvalidCaller();
    error InvalidSecret();
    error InvalidTime();
    error InvalidImmutables();
    error NativeTokenSendingFailure();

    /// @dev The taker alone, while the window lasts. A deadline of 32 bits for each step, counted from the deployment.
    function withdraw(bytes32 secret, Immutables calldata terms) external {
        _requireTaker(terms);
        if (block.timestamp >= _cancellationOf(terms)) revert InvalidTime();
        if (keccak256(abi.encode(secret)) != terms.hashlock) revert InvalidSecret();
        _pay(terms, terms.maker);
        emit EscrowWithdrawal(secret);
    }

    function cancel(Immutables calldata terms) external {
        _requireTaker(terms);
        if (block.timestamp < _cancellationOf(terms)) revert InvalidTime();
        _pay(terms, terms.taker);
        emit EscrowCancelled();
    }

    function _pay(Immutables calldata terms, address to) private {
        IERC20(terms.token).safeTransfer(to, terms.amount);
        (bool isPaid,) = msg.sender.call{value: terms.safetyDeposit}("");
        if (!isPaid) revert NativeTokenSendingFailure();
    }

    function _requireTaker(Immutables calldata terms) private view {
        if (msg.sender != terms.taker) revert InvalidCaller();
        bytes32 salt = keccak256(abi.encode(terms));
        if (Create2.computeAddress(salt, CLONE_CODE_HASH, FACTORY) != address(this)) revert InvalidImmutables();
    }

    function _cancellationOf(Immutables calldata terms) private pure returns (uint256) {
        return uint32(terms.timelocks) + (terms.timelocks >> 224);
    }
}
