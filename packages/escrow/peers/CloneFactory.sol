// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CloneEscrow, Immutables} from "./CloneEscrow.sol";

/// @title Creates the clones
contract CloneFactory {
    using SafeERC20 for IERC20;

    address public immutable LOGIC = address(new CloneEscrow());

    event DstEscrowCreated(address escrow, bytes32 hashlock, address taker);

    error InsufficientEscrowBalance();

    function createDstEscrow(Immutables memory terms) external payable {
        if (msg.value != terms.safetyDeposit) revert InsufficientEscrowBalance();
        terms.timelocks |= block.timestamp << 224;
        address escrow = Clones.cloneDeterministic(LOGIC, keccak256(abi.encode(terms)), msg.value);
        IERC20(terms.token).safeTransferFrom(msg.sender, escrow, terms.amount);
        emit DstEscrowCreated(escrow, terms.hashlock, terms.taker);
    }
}
