// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title A contract that holds all swaps of all tokens, as TRAIN's does: re-created from its published layout, for the gas bench alone
/// @notice Seven words of storage for a swap, and two that list it under its sender. Rewards are left out but for their words.
contract SwapTable is ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Swap {
        uint256 amount;
        bytes32 hashlock;
        uint256 secret;
        address sender;
        address receiver;
        uint48 timelock;
        uint8 stage;
        uint256 reward;
        uint48 rewardTimelock;
        address token;
    }

    struct Route {
        string sourceAsset;
        string chain;
        string account;
        string asset;
    }

    uint8 private constant LOCKED = 1;
    uint8 private constant REFUNDED = 2;
    uint8 private constant REDEEMED = 3;

    mapping(bytes32 swapId => mapping(uint256 place => Swap)) private _swaps;
    mapping(address sender => bytes32[]) private _swapsOf;

    event Locked(
        bytes32 indexed swapId,
        bytes32 hashlock,
        string chain,
        string account,
        string asset,
        address indexed sender,
        address receiver,
        string sourceAsset,
        uint256 amount,
        uint48 timelock,
        address token
    );
    event Refunded(bytes32 indexed swapId, uint256 indexed place);
    event Redeemed(bytes32 indexed swapId, uint256 indexed place, address by, uint256 secret, bytes32 hashlock);

    error WrongTerms();
    error NoAllowance();
    error NotLocked();
    error NotExpired();
    error WrongSecret();

    function lock(
        bytes32 swapId,
        bytes32 hashlock,
        uint48 timelock,
        address receiver,
        Route calldata route,
        uint256 amount,
        address token
    ) external nonReentrant {
        if (amount == 0 || timelock < block.timestamp + 30 minutes) revert WrongTerms();
        if (_swaps[swapId][0].sender != address(0)) revert WrongTerms();
        if (IERC20(token).allowance(msg.sender, address(this)) < amount) revert NoAllowance();
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _swapsOf[msg.sender].push(swapId);
        // The secret's word is written before, so that its redemption changes a word that is in use.
        _swaps[swapId][0] = Swap(amount, hashlock, 1, msg.sender, receiver, timelock, LOCKED, 0, 0, token);
        emit Locked(
            swapId,
            hashlock,
            route.chain,
            route.account,
            route.asset,
            msg.sender,
            receiver,
            route.sourceAsset,
            amount,
            timelock,
            token
        );
    }

    function redeem(bytes32 swapId, uint256 place, uint256 secret) external nonReentrant {
        Swap storage swap = _locked(swapId, place);
        bytes32 hashlock = swap.hashlock;
        if (sha256(abi.encode(secret)) != hashlock) revert WrongSecret();
        swap.stage = REDEEMED;
        swap.secret = secret;
        if (swap.reward != 0) revert WrongTerms();
        IERC20(swap.token).safeTransfer(swap.receiver, swap.amount);
        emit Redeemed(swapId, place, msg.sender, secret, hashlock);
    }

    function refund(bytes32 swapId, uint256 place) external nonReentrant {
        Swap storage swap = _locked(swapId, place);
        if (block.timestamp < swap.timelock) revert NotExpired();
        swap.stage = REFUNDED;
        IERC20(swap.token).safeTransfer(swap.sender, swap.amount + swap.reward);
        emit Refunded(swapId, place);
    }

    function _locked(bytes32 swapId, uint256 place) private view returns (Swap storage swap) {
        swap = _swaps[swapId][place];
        if (swap.sender == address(0) || swap.stage != LOCKED) revert NotLocked();
    }
}
