// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @dev The terms stand in the code of the clone.
struct Args {
    address token;
    address creator;
    address recipient;
    uint256 blocks;
    bytes32 commitmentHash;
}

address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

/// @title A clone with its terms in its code, as Oryn's vaults: re-created from its published layout, for the gas bench alone
/// @notice It settles itself and pays its whole balance.
contract ArgsVault is Initializable {
    using SafeERC20 for IERC20;

    uint256 public createdAt;
    bool public isSettled;

    event Claimed(address indexed recipient, bytes32 secret);
    event Refunded(address indexed creator, bytes32 commitmentHash);

    error AlreadySettled();
    error WrongSecret();
    error NotExpired();
    error NotPaid();

    constructor() {
        _disableInitializers();
    }

    function initialize() external initializer {
        createdAt = block.number;
    }

    function claim(bytes32 secret) external {
        if (isSettled) revert AlreadySettled();
        Args memory args = _args();
        if (sha256(abi.encode(secret)) != args.commitmentHash) revert WrongSecret();
        isSettled = true;
        _pay(args.token, args.recipient);
        emit Claimed(args.recipient, secret);
    }

    function refund() external {
        if (isSettled) revert AlreadySettled();
        Args memory args = _args();
        if (block.number <= createdAt + args.blocks) revert NotExpired();
        isSettled = true;
        _pay(args.token, args.creator);
        emit Refunded(args.creator, args.commitmentHash);
    }

    function _pay(address token, address to) private {
        if (token == NATIVE) {
            (bool isPaid,) = to.call{value: address(this).balance, gas: 8000}("");
            if (!isPaid) revert NotPaid();
        } else {
            IERC20(token).safeTransfer(to, IERC20(token).balanceOf(address(this)));
        }
    }

    function _args() private view returns (Args memory) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (Args));
    }
}
