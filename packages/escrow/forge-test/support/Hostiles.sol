// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {HopRoute} from "../../contracts/EscrowTypes.sol";
import {IHopBridge} from "../../contracts/interfaces/IHopBridge.sol";

/// @dev Makes a prepared call once, when it is next paid or called, and ignores how the call ends.
abstract contract Reentrant {
    address private target;
    bytes private data;

    function prepare(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function _reenter() internal {
        if (target == address(0)) return;
        address to = target;
        target = address(0);
        (bool isDone,) = to.call(data);
        isDone;
    }
}

/// @dev A party that calls back when it is paid, and can refuse the native token.
contract HostileParty is Reentrant {
    bool public isRefusing;

    function refuse(bool isRefusing_) external {
        isRefusing = isRefusing_;
    }

    function onTokenMoved() external {
        _reenter();
    }

    receive() external payable {
        require(!isRefusing, "refused");
        _reenter();
    }
}

enum Mood {
    Fair,
    TakesFee,
    Blocks,
    SaysFalse,
    Lies,
    Reverts
}

/// @dev A token that changes its behaviour while escrows hold it. `raw` is what an account really holds.
contract MoodyToken is Reentrant {
    mapping(address owner => uint256) public raw;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    Mood public mood;
    address public blocked;
    uint256 public percent = 100;

    function behave(Mood mood_, address blocked_, uint256 percent_) external {
        mood = mood_;
        blocked = blocked_;
        percent = percent_;
    }

    function mint(address to, uint256 amount) external {
        raw[to] += amount;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return raw[owner] * percent / 100;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        _reenter();
        require(mood != Mood.Reverts, "not today");
        require(mood != Mood.Blocks || (from != blocked && to != blocked), "blocked");
        if (mood == Mood.SaysFalse) return false;
        if (mood == Mood.Lies) return true;
        uint256 moved = amount * 100 / percent;
        uint256 fee = mood == Mood.TakesFee ? moved / 100 : 0;
        raw[from] -= moved;
        raw[to] += moved - fee;
        if (to.code.length > 0) {
            (bool isAnswered,) = to.call(abi.encodeCall(HostileParty.onTokenMoved, ()));
            isAnswered;
        }
        return true;
    }
}

/// @dev A bridge that takes as much as it likes of the amount, and calls back meanwhile.
contract HostileBridge is IHopBridge, Reentrant {
    uint256 private percent = 100;

    function take(uint256 percent_) external {
        percent = percent_;
    }

    function dispatch(address token, uint256 amount, HopRoute calldata) external returns (bytes32) {
        _reenter();
        if (percent > 0) require(IERC20(token).transferFrom(msg.sender, address(this), amount * percent / 100), "no");
        return keccak256("a message");
    }
}
